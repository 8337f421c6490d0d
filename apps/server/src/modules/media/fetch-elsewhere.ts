import type { Deps } from '#platform/deps'

declare module '#platform/live/live' {
  interface ProcessEvents {
    /** Asks the process that runs the session to fetch this file. */
    'media.wanted': { companyId: number; fileId: number }
  }
}

export type HandOver = (file: { companyId: number; fileId: number }) => void

/**
 * A fetch job may run in any process, but only the process that runs the session can fetch the file. This hands it over
 * to that process.
 */
export function createHandOver(
  { live, log }: Pick<Deps, 'live' | 'log'>,
  fetchHere: (file: { companyId: number; fileId: number }) => Promise<void>,
): HandOver {
  live.others.hear('media.wanted', (file) => {
    fetchHere(file).catch((err: unknown) =>
      log.warn({ event: 'media.handed-over-fetch-failed', err, ...file }, 'could not fetch a file for another process'),
    )
  })
  return (file) => live.others.tell('media.wanted', file)
}
