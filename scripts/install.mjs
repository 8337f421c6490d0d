import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.mjs'

/** Installs exactly what the lockfile names, unless that is installed already. */
export function install() {
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return

  console.log('Installing the dependencies (npm ci); this takes about half a minute …')
  if (npm('ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error') !== 0) {
    console.error('The dependencies could not be installed: see what npm says above, and start again.')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** Runs the npm that called this script, or else the npm on the path. */
function npm(...args) {
  const caller = process.env.npm_execpath
  const [program, first] = caller?.endsWith('.js') ? [process.execPath, [caller]] : ['npm', []]
  const options = {
    cwd: root,
    stdio: /** @type {const} */ (['ignore', 'inherit', 'inherit']),
    shell: program === 'npm' && process.platform === 'win32',
  }
  return spawnSync(program, [...first, ...args], options).status
}
