import base from '/work/main/apps/web/vite.config.ts'
import { gzipSync } from 'node:zlib'
const x = process.env.X
export default { ...base, logLevel: 'warn', build: { ...base.build, outDir: '/tmp/gw/an', emptyOutDir: true, rolldownOptions: { ...base.build.rolldownOptions, ...(x && { external: (id) => x.split(',').some((n) => id === n || id.startsWith(n + '/')) }) } }, plugins: [...base.plugins, { name: 'x', generateBundle(o, bundle) {
  let out = []; for (const c of Object.values(bundle)) if (c.code && /^assets\/(library|start|index)/.test(c.fileName)) out.push(c.fileName.replace(/assets\/|-.*/g, '') + ' ' + gzipSync(c.code, { level: 9 }).length); console.log('X', x, out.join(' ')) } }] }
