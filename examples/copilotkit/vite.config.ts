import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { forward } from './proxy.ts'

/** The proxy in Vite's own servers. In production, mount `forward` in your server, behind your sign-in. */
const proxy: Plugin = {
  name: 'capstan-proxy',
  configureServer: ({ middlewares }) => void middlewares.use('/api/capstan', forward),
  configurePreviewServer: ({ middlewares }) => void middlewares.use('/api/capstan', forward),
}

export default defineConfig({ plugins: [react(), proxy] })
