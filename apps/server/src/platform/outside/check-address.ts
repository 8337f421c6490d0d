import { isIP } from 'node:net'
import { NameNotFound, NotOutside, type Reach } from './reach.ts'

/** Throws NotOutside unless the address may be called, also if its name leads to nothing or is not resolved. */
export async function checkAddress(address: string, reach: Reach): Promise<void> {
  if (!URL.canParse(address)) throw new NotOutside('it is no address')
  const url = new URL(address)
  reach.check(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return
  await new Promise<void>((resolve, reject) => {
    reach.lookup(url)(host, { all: true }, (error) => {
      if (error) reject(error instanceof NotOutside ? error : unresolved(host, error))
      else resolve()
    })
  })
}

/** Of names inside nobody is told which of them exist. */
function unresolved(host: string, { code }: NodeJS.ErrnoException): NotOutside {
  const text = `${host} has no address`
  return code === 'ENOTFOUND' && isPublicName(host) ? new NameNotFound(text) : new NotOutside(text)
}

const insideEndings = new Set([
  'internal',
  'local',
  'localdomain',
  'lan',
  'home',
  'corp',
  'intranet',
  'private',
  'arpa',
])

function isPublicName(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.length > 1 && !insideEndings.has(labels.at(-1) ?? '')
}
