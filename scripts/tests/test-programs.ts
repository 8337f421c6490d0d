import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const chromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The installed browser; the tests never download one. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM ?? chromiumPaths.find((path) => existsSync(path))
}

/** Installs a missing Chromium on Debian as root; otherwise says what to do and returns false. */
export function ensureChromium(): boolean {
  const found = findChromium()
  if (found && existsSync(found)) return true
  if (found) {
    console.error(`CHROMIUM names ${found}, but this file does not exist.`)
    return false
  }
  return installOnDebian('chromium', {
    what: 'The tests in the browser need Chromium',
    orElse: ' or set CHROMIUM to its path',
  })
}

/** The same for Redis, which tests with several processes need. */
export function ensureRedis(): boolean {
  const isThere = spawnSync('redis-server', ['--version']).status === 0
  return isThere || installOnDebian('redis-server', { what: 'The tests of several processes need redis-server' })
}

function installOnDebian(name: string, { what, orElse = '' }: { what: string; orElse?: string }): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`${what}: install it (Debian: apt-get install ${name})${orElse}.`)
    return false
  }
  console.log(`${what}: installing it (apt-get install ${name}) …`)
  const isInstalled = aptGet('update', '-q') && aptGet('install', '-q', '-y', '--no-install-recommends', name)
  if (!isInstalled) console.error(`${name} could not be installed: see what apt-get says above.`)
  return isInstalled
}

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}
