import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of the machine; the tests download none. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM ?? places.find((place) => existsSync(place))
}

/** On Debian, as root, brings it; else says what to do and gives false. */
export function ensureChromium(): boolean {
  const found = findChromium()
  if (found && existsSync(found)) return true
  if (found) {
    console.error(`CHROMIUM names ${found}, and there is no such file.`)
    return false
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      'The tests in the browser need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
    )
    return false
  }
  console.log('Installing Chromium for the tests in the browser (apt-get install chromium) …')
  const isInstalled = aptGet('update', '-q') && aptGet('install', '-q', '-y', '--no-install-recommends', 'chromium')
  if (!isInstalled) console.error('Chromium could not be installed: see what apt-get says above.')
  return isInstalled
}

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}
