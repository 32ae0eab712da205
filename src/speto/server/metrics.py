"""What the server counts for Prometheus.

What must stay true: a figure never holds a card, a seed, a name or an address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from speto.server.bus import Counts
from speto.server.far import FarCounts

QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The figures of one server, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.connections = Gauge("speto_connections", "Open sockets", registry=self.registry)
        self.tables = Gauge("speto_tables_loaded", "Tables in memory", registry=self.registry)
        self.asks = Counter(
            "speto_asks_total",
            "Frames from clients by outcome",
            ["outcome"],
            registry=self.registry,
        )
        self.ask_seconds = Histogram(
            "speto_ask_seconds",
            "From a frame received to its answer, which is durable",
            buckets=QUICK,
            registry=self.registry,
        )
        self.rows = Counter(
            "speto_rows_total", "Rows of the log by kind", ["kind"], registry=self.registry
        )
        self.conflicts = Counter(
            "speto_conflicts_total", "Lost races for a row of a log", registry=self.registry
        )
        self.gaps = Counter(
            "speto_bus_gaps_total",
            "Times that a table was read again, as rows of it were not heard",
            registry=self.registry,
        )
        self.cut = Counter(
            "speto_sockets_cut_total", "Sockets cut by reason", ["reason"], registry=self.registry
        )
        self.resumed = Counter(
            "speto_resumed_total", "Tables shown again by how", ["how"], registry=self.registry
        )
        self.clock_lag = Histogram(
            "speto_clock_lag_seconds",
            "How late a deadline was acted upon",
            buckets=QUICK,
            registry=self.registry,
        )
        self.thinking = Histogram(
            "speto_thinking_seconds",
            "How long a computer player took",
            buckets=QUICK,
            registry=self.registry,
        )
        self.lowered = Counter(
            "speto_choices_lowered_total",
            "Choices of computer players made with less work than their level has",
            registry=self.registry,
        )
        self.share = Gauge(
            "speto_thinking_share",
            "Thinking players do one part of so many of their work: 1 is all of it",
            registry=self.registry,
        )
        self.broken = Counter(
            "speto_tables_broken_total",
            "Tables that failed and were set aside",
            registry=self.registry,
        )

        self._asks: dict[str, Counter] = {}
        self._rows: dict[type, Counter] = {}

    def count_bus(self, counts: Counts) -> None:
        """Tell what a bus counts too."""
        self.registry.register(_OfBus(counts))

    def count_far(self, counts: FarCounts, workers: Callable[[], int]) -> None:
        """Tell what came of the jobs of other machines too, and how many `workers` there are."""
        self.registry.register(_OfFar(counts, workers))

    def count_ask(self, outcome: str) -> None:
        """Count a frame from a client."""
        if outcome not in self._asks:
            self._asks[outcome] = self.asks.labels(outcome)
        self._asks[outcome].inc()

    def count_row(self, kind: type) -> None:
        """Count a row of a log by the type of its body."""
        if kind not in self._rows:
            self._rows[kind] = self.rows.labels(kind.__name__.lower())
        self._rows[kind].inc()

    def text(self) -> bytes:
        """All figures in Prometheus' text form."""
        return generate_latest(self.registry)


class _OfBus(Collector):
    """What a bus counts, read when it is asked for."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The figures as they are now."""
        messages = CounterMetricFamily(
            "speto_bus_messages", "Messages between nodes by what became of them", labels=["what"]
        )
        for what in ("said", "heard", "dropped", "long", "faulty"):
            messages.add_metric([what], getattr(self._counts, what))
        yield messages
        lost = "Connections to the bus that were lost"
        yield CounterMetricFamily("speto_bus_lost", lost, value=self._counts.lost)


class _OfFar(Collector):
    """What came of the jobs that were given to other machines, read when it is asked for."""

    def __init__(self, counts: FarCounts, workers: Callable[[], int]) -> None:
        self._counts = counts
        self._workers = workers

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """The figures as they are now."""
        jobs = CounterMetricFamily(
            "speto_far_jobs",
            "Choices given to workers on other machines by what became of them",
            labels=["what"],
        )
        for what in ("chosen", "late", "lost", "refused", "faulty"):
            jobs.add_metric([what], getattr(self._counts, what))
        yield jobs
        there = "Workers on other machines that a node hears of"
        yield GaugeMetricFamily("speto_far_workers", there, value=self._workers())
