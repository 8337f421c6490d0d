import { badRequest } from '#platform/errors'
import { NameNotFound, NotOutside, type Outside } from '#platform/outside/outside'

/**
 * Throws ERR_URL_NOT_ALLOWED for an address that must not be called (S58), and ERR_URL_NOT_FOUND for one that was mistyped. It is
 * checked again with every call.
 */
export async function assertAddress(outside: Outside, address: string | undefined): Promise<void> {
  if (!address) return
  await outside.check(address).catch((error: unknown) => {
    if (error instanceof NameNotFound) throw badRequest('ERR_URL_NOT_FOUND')
    if (error instanceof NotOutside) throw badRequest('ERR_URL_NOT_ALLOWED')
    throw error
  })
}
