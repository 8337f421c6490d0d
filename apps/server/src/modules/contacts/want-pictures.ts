import type { Identity } from '@guiche/channel'
import type { Deps } from '#platform/deps'
import { wantChangedPicture, wantPictures } from './pictures.repository.ts'

export interface Pictures {
  /** Somebody looks at them. */
  seen(companyId: number, contactId: number): void
  /** Their network says that it is another one now. */
  changed(companyId: number, identity: Identity): void
}

/** In ms: those that are wanted together are noted together. */
const gather = 300

/** Notes whose pictures are to be looked for. What is lost with the process is wanted again when somebody looks. */
export function createPictures({ units, publisher, log }: Pick<Deps, 'units' | 'publisher' | 'log'>): Pictures {
  const noted = new Map<number, Set<number>>()
  let timer: NodeJS.Timeout | undefined
  // Who was there before is wanted once and then believed.
  publisher.listen('contact.saved', (companyId, { ids }) => seen(companyId, ids.contactId))
  return { seen, changed }

  function seen(companyId: number, contactId: number) {
    noted.set(companyId, (noted.get(companyId) ?? new Set()).add(contactId))
    timer ??= setTimeout(() => {
      timer = undefined
      void keepNoted()
    }, gather).unref()
  }

  async function keepNoted() {
    const perCompany = [...noted]
    noted.clear()
    for (const [companyId, contactIds] of perCompany)
      await told(units.run({ kind: 'system', companyId }, (ctx) => wantPictures(ctx, [...contactIds])))
  }

  function changed(companyId: number, identity: Identity) {
    void told(units.run({ kind: 'system', companyId }, (ctx) => wantChangedPicture(ctx, identity)))
  }

  function told(work: Promise<unknown>): Promise<unknown> {
    return work.catch((err: unknown) =>
      log.info({ event: 'contact.picture-request-not-stored', err }, 'could not store which profile pictures to fetch'),
    )
  }
}
