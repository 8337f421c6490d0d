import type { Deps } from '#platform/deps'

declare module '#platform/live/live' {
  interface ProcessEvents {
    /** A file that only the process that runs its session can fetch. */
    'media.wanted': { companyId: number; fileId: number }
  }
}

export type HandOver = (file: { companyId: number; fileId: number }) => void

/** Jobs are run by any process, sessions by one of them: that one is told what is wanted, and fetches it there. */
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
