// Builds the client into the package, where the server finds it. What must stay true: every file
// but those of public/ has a hash in its name, and no script or style stands inside index.html.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const SERVER = 'http://127.0.0.1:8470';
const FETCHED = ['account', 'book', 'deals', 'invitations', 'leaders', 'lessons', 'options', 'replay', 'score', 'texts'];

/** Svelte without what takes over a page that a server has rendered. This one renders none: so
    `hydrating` is never true, and a component need not tell how far it has come in such a page. */
const unhydrated: Plugin = {
  name: 'unhydrated',
  apply: 'build',
  transform: {
    filter: { id: /\/svelte\/src\/internal\/client\/(?!.*\/hydration\.js$).*\.js$|\.svelte$/ },
    handler: (code, id) =>
      id.endsWith('.svelte')
        ? code.replace(/\$\.(?:reset\([\w$]+\)|next\(\d*\));/g, '')
        : code.replace(/(import\s*\{[^}]*\})|\bhydrating\b/g, (_, imported?: string) => imported ?? 'false'),
  },
};

export default defineConfig({
  plugins: [svelte(), unhydrated],
  build: {
    outDir: '../src/speto/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // What every screen needs is one file; the tables of both games share another.
        codeSplitting: {
          groups: [
            { name: 'core', test: /node_modules|\/src\/(wire|texts|look|feel|[^/]+\.(svelte|ts)$)/ },
            { name: 'table', test: /\/src\/(cards|table)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/ws': { target: SERVER, ws: true, changeOrigin: true, rewriteWsOrigin: true },
      ...Object.fromEntries(FETCHED.map((name) => [`^/${name}(/.*|\\?.*)?$`, SERVER])),
    },
  },
});
