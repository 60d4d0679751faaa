import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built client goes into the Python package, which serves it; nothing of it is committed.
export default defineConfig({
  plugins: [svelte()],
  // The drawings live in the package, which draws tables for notebooks with them.
  resolve: { alias: { $art: new URL('../src/crownlands/draw/art', import.meta.url).pathname } },
  build: {
    outDir: '../src/crownlands/server/static/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8642', '/ws': { target: 'ws://127.0.0.1:8642', ws: true } } },
});
