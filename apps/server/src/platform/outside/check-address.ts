import { isIP } from 'node:net'
import { NotOutside, type Reach } from './reach.ts'

/** Throws NotOutside unless the address may be called, also if its name leads to nothing or is not resolved. */
export async function checkAddress(address: string, reach: Reach): Promise<void> {
  if (!URL.canParse(address)) throw new NotOutside('it is no address')
  const url = new URL(address)
  reach.check(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return
  await new Promise<void>((resolve, reject) => {
    reach.lookup(url)(host, { all: true }, (error) => {
      if (error) reject(error instanceof NotOutside ? error : new NotOutside(`${host} has no address`))
      else resolve()
    })
  })
}
