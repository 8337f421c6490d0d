import { notShared, readContactNews, readHistoryNews } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import { recordNotice } from '#modules/connections'
import { completeContacts, contactsByNumber } from '#modules/contacts'
import { giveUpHistory, keepSharedHistory } from '#modules/imports'
import { keepPhoneContacts, removePhoneContacts } from '#modules/phone-books'
import type { Hearer } from './hear-changes.ts'
import { cloudWordsOf } from './hear-messages.ts'
import { lookAtPhone } from './phone/expect-phone.ts'

/** A part of what was written on the phone before: stored as it came, and read later. */
const hearHistory: Hearer = async (ctx, { connectionId, userScope }, { value }) => {
  const { refusedWith, sent } = readHistoryNews(value)
  if (refusedWith !== undefined) {
    const reason = refusedWith === notShared ? 'NOT_SHARED' : String(refusedWith)
    await recordNotice(ctx, connectionId, { about: 'history', value: reason })
    await giveUpHistory(ctx, connectionId)
    return
  }
  await keepSharedHistory(ctx, connectionId, { value, own: { userScope, ...(await cloudWordsOf(ctx)) }, sent })
}

/** What was saved or removed on the phone. The last word about a number counts. */
const hearContacts: Hearer = async (ctx, { connectionId }, { value }) => {
  const last = new Map(readContactNews(value).map((news) => [news.contact.number, news]))
  const saved = [...last.values()].flatMap(({ contact, isRemoved }) => (isRemoved ? [] : contact))
  const removed = [...last.values()].flatMap(({ contact, isRemoved }) => (isRemoved ? contact.number : []))
  await removePhoneContacts(ctx, connectionId, removed)
  await keepPhoneContacts(ctx, connectionId, saved)
  await nameContacts(ctx, connectionId, saved)
}

/** People who have written before the phone told their names. */
async function nameContacts(
  ctx: Ctx,
  connectionId: number,
  saved: readonly { number: string; name: string }[],
): Promise<void> {
  if (saved.length === 0) return
  const found = await contactsByNumber(
    ctx,
    saved.map(({ number }) => number),
  )
  const named = new Map(
    found.flatMap(({ contact_id }, nth) =>
      contact_id === null ? [] : [[contact_id, { contact_id, name: saved[nth]?.name ?? '', email: '' }] as const],
    ),
  )
  const changed = named.size === 0 ? [] : await completeContacts(ctx, [...named.values()])
  if (changed.length > 0) ctx.emit('contacts.imported', { connectionId })
}

const hearThatItMoved: Hearer = (ctx, { connectionId }) => lookAtPhone(ctx, connectionId)

/** What Meta tells of the app on a phone that has a number too. */
export const phoneHearers = {
  history: hearHistory,
  smb_app_state_sync: hearContacts,
  account_offboarded: hearThatItMoved,
  account_reconnected: hearThatItMoved,
} satisfies Record<string, Hearer>
