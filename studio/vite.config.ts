import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The build goes into the Python package, so that users need no Node. Its files have plain names:
// the build of the same sources is the same, byte for byte, and can be checked.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/windrow/studio",
    emptyOutDir: false,
    modulePreload: false,
    rollupOptions: {
      output: {
        entryFileNames: "assets/studio.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/studio.[ext]",
      },
    },
  },
});
