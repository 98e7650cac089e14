import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

/** Every component on one page; `npx pnpm catalogue` serves it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [pluginReact()],
  source: { entry: { index: './src/main.tsx' } },
  html: {
    title: 'Catalogue',
    // The toast library writes into this element; creating its own would violate the policy, as in
    // the product.
    tags: [{ tag: 'style', attrs: { id: '_goober', nonce: 'catalogue' }, children: ' ' }],
  },
  output: { cssModules: { localIdentName: '[local]-[hash:base64:6]' } },
  server: { port: 4170, host: '127.0.0.1' },
  security: { nonce: 'catalogue' },
  tools: { rspack: { output: { trustedTypes: { policyName: 'catalogue' } } } },
  performance: { printFileSize: false },
})
