import type { Identity } from '@guiche/channel'
import type { Deps } from '#platform/deps'
import { requestChangedPicture, requestPictures } from './pictures.repository.ts'

export interface Pictures {
  /** A user opened the contact. */
  seen(companyId: number, contactId: number): void
  /** The network says that the picture has changed. */
  changed(companyId: number, identity: Identity): void
}

/** In ms. Requests within this time are stored together. */
const window = 300

/**
 * Requests profile pictures. Requests that are lost with the process are made again when somebody opens the contact.
 */
export function createPictures({ units, publisher, log }: Pick<Deps, 'units' | 'publisher' | 'log'>): Pictures {
  const noted = new Map<number, Set<number>>()
  let timer: NodeJS.Timeout | undefined
  // For known contacts this has no effect until their picture is old.
  publisher.listen('contact.saved', (companyId, { ids }) => seen(companyId, ids.contactId))
  return { seen, changed }

  function seen(companyId: number, contactId: number) {
    noted.set(companyId, (noted.get(companyId) ?? new Set()).add(contactId))
    timer ??= setTimeout(() => {
      timer = undefined
      void keepNoted()
    }, window).unref()
  }

  async function keepNoted() {
    const perCompany = [...noted]
    noted.clear()
    for (const [companyId, contactIds] of perCompany)
      await logFailure(units.run({ kind: 'system', companyId }, (ctx) => requestPictures(ctx, [...contactIds])))
  }

  function changed(companyId: number, identity: Identity) {
    void logFailure(units.run({ kind: 'system', companyId }, (ctx) => requestChangedPicture(ctx, identity)))
  }

  function logFailure(work: Promise<unknown>): Promise<unknown> {
    return work.catch((err: unknown) =>
      log.info({ event: 'contact.picture-request-not-stored', err }, 'could not store which profile pictures to fetch'),
    )
  }
}
