"""Speed, side by side: our core, its twin in C, and the engines of others."""
