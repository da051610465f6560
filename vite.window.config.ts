import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed, keepsLastBuilds, readTexts } from './vite-plugins.ts'

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const output = place('dist/window')

/**
 * The shop window, apart from the back office and without its kit of screens: what a browser loads, and the renderer with
 * which the server draws the same pages.
 */
export default defineConfig({
  root: place('src/app/window/web'),
  base: '/shop/',
  publicDir: false,
  plugins: [react(), readTexts(), compressed(output), keepsLastBuilds(output)],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    sourcemap: false,
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      if (!client || !ssr) throw new Error('the window is built for browsers and for the server')
      await builder.build(client)
      await builder.build(ssr)
    },
  },
  environments: {
    client: {
      build: {
        outDir: output,
        emptyOutDir: false,
        manifest: true,
        rolldownOptions: {
          input: {
            shop: place('src/app/window/web/shop.tsx'),
            preview: place('src/app/window/web/preview.tsx'),
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: place('dist/window-server'),
        emptyOutDir: true,
        ssr: true,
        minify: false,
        rolldownOptions: { input: { draw: place('src/app/window/web/draw.tsx') } },
      },
    },
  },
})
