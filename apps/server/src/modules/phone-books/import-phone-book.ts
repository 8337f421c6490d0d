import { channelsThat } from '#channels/facts'
import type { Channels } from '#channels/registry'
import { audit } from '#platform/audit'
import type { Actor, Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { AppError, badRequest } from '#platform/errors'
import { type ConnectionRow, findConnected, getConnection, listConnections } from '#modules/connections'
import { addIdentities, againIfTaken, completeContacts, createContacts } from '#modules/contacts'
import { type KnownPerson, nextPeople } from './phone-contacts.repository.ts'

const batch = 500
const withPhoneBooks = channelsThat(({ linkedBy }) => linkedBy === 'phone')

type Linked = Pick<ConnectionRow, 'id' | 'channel' | 'is_on_phone'>

interface Counts {
  created: number
  known: number
}

/**
 * Adds the people whom a connection's phone knows as contacts. Known contacts only get what they lack. Each batch is a
 * transaction, and an import that was interrupted is simply done again.
 */
export async function importPhoneBook(
  deps: Pick<Deps, 'units' | 'log'> & { channels: Channels },
  actor: Actor,
  chosenId: number | null,
): Promise<Counts> {
  const { units } = deps
  const connection = await units.read(actor, (ctx) => linkedConnection(ctx, chosenId))
  const isRead = await readAgain(deps, actor, connection)
  await units.run(actor, (ctx) =>
    audit(ctx, { action: 'contacts.imported', object: 'connection', objectId: connection.id }),
  )
  const counts: Counts = { created: 0, known: 0 }
  let after = ''
  for (;;) {
    const from = after
    const { people, created } = await againIfTaken(() =>
      units.run(actor, (ctx) => importNext(ctx, connection.id, from)),
    )
    counts.created += created
    counts.known += people.length - created
    const last = people.at(-1)
    if (last) after = last.number
    if (people.length === batch) continue
    // Nothing was ever told, and the phone cannot be asked now: not the same as a phone without contacts.
    if (!isRead && counts.created + counts.known === 0) throw new AppError('ERR_WAPP_NOT_INITIALIZED', 409)
    return counts
  }
}

/** The chosen connection, or the default one, or any other that is connected. */
async function linkedConnection(ctx: Ctx, chosenId: number | null): Promise<Linked> {
  if (chosenId === null) {
    const connected = await findConnected(ctx, withPhoneBooks)
    if (connected) return { ...connected, is_on_phone: false }
    const onPhone = (await listConnections(ctx)).find(hasPhoneApp)
    if (!onPhone) throw badRequest('ERR_NO_DEF_WAPP_FOUND')
    return onPhone
  }
  const connection = await getConnection(ctx, chosenId)
  if (!hasPhoneApp(connection) && !(withPhoneBooks.includes(connection.channel) && connection.status === 'connected'))
    throw badRequest('ERR_WAPP_NOT_INITIALIZED')
  return connection
}

/** The network tells by itself whom the app on a phone knows. */
const hasPhoneApp = ({ is_on_phone, status }: ConnectionRow) => is_on_phone && status === 'connected'

/** A phone that was linked before its contacts were stored has told of them long ago. Its answer is stored first. */
async function readAgain(
  { channels, log }: Pick<Deps, 'log'> & { channels: Channels },
  { companyId }: Actor,
  { id: connectionId, channel, is_on_phone }: Linked,
): Promise<boolean> {
  if (is_on_phone) return true
  try {
    await channels.find(channel)?.ask?.({ about: 'phoneBook', companyId, connectionId })
    return true
  } catch (err) {
    log.warn(
      { event: 'phone-book.not-read', err, companyId, connectionId },
      'could not read the phone book of a phone again; importing what is stored of it',
    )
    return false
  }
}

/** The people of the next batch, and how many of them are new contacts. */
async function importNext(
  ctx: Ctx,
  connectionId: number,
  after: string,
): Promise<{ people: KnownPerson[]; created: number }> {
  const people = await nextPeople(ctx, connectionId, { after, most: batch })
  // Another entry of the number may belong to a contact that lacks it, and gets it below.
  const taken = new Set(people.filter(({ lacks_number }) => lacks_number).map(({ key }) => key))
  const fresh = onePerKey(people.filter(({ contact_id, key }) => contact_id === null && !taken.has(key)))
  const ids = await createContacts(ctx, fresh)
  const completed = await complete(ctx, people)
  if (ids.length + completed > 0) ctx.emit('contacts.imported', { connectionId })
  return { people, created: ids.length }
}

/** A number may be stored in two notations, and a LID with two numbers. */
function onePerKey(people: readonly KnownPerson[]): KnownPerson[] {
  const lids = new Set<string>()
  return [...Map.groupBy(people, ({ key }) => key).values()].flatMap(([first]) => {
    if (!first) return []
    const isSeen = first.lid !== null && lids.has(first.lid)
    if (first.lid !== null) lids.add(first.lid)
    return [isSeen ? { ...first, lid: null } : first]
  })
}

/** Gives known contacts the name and the number that they lack. Returns how many have changed. */
async function complete(ctx: Ctx, people: readonly KnownPerson[]): Promise<number> {
  const known = people.flatMap((one) => (one.contact_id === null ? [] : [{ ...one, contact_id: one.contact_id }]))
  const numberless = onePer(
    'key',
    onePer(
      'contact_id',
      known.filter(({ lacks_number }) => lacks_number),
    ),
  )
  if (numberless.length > 0)
    await addIdentities(
      ctx,
      numberless.map(({ contact_id, number }) => ({ contact_id, kind: 'phone', value: number })),
    )
  const named = onePer('contact_id', known).map(({ contact_id, name }) => ({ contact_id, name, email: '' }))
  const changed = named.length > 0 ? await completeContacts(ctx, named) : []
  return new Set([...changed, ...numberless.map(({ contact_id }) => contact_id)]).size
}

const onePer = <T, K extends keyof T>(field: K, people: readonly T[]): T[] => [
  ...new Map(people.map((one) => [one[field], one])).values(),
]
