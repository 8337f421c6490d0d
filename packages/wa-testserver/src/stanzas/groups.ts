import type { Account } from '../accounts/account.ts'
import { Group } from '../accounts/group.ts'
import type { Directory } from '../directory.ts'
import { bytes, children, el, type Stanza } from '../wire/nodes.ts'
import { notFound, type Query, type QueryHandler, type QueryHandlers } from './query.ts'

/** Queries about groups: their members, the groups of an account, and changes to groups. */
export const groupHandlers: QueryHandlers = {
  'w:g2 get query': (query) => [describe(groupOf(query))],
  'w:g2 get participating': ({ device, directory }) => [
    el('groups', {}, directory.groupsOf(device.account).map(describe)),
  ],
  'w:g2 set create': ({ device, request, directory }) => {
    const { subject = '' } = request.attrs
    const group = new Group(directory.newId(), subject, device.account, accounts(request, directory))
    return [describe(directory.addGroup(group))]
  },
  'w:g2 set subject': async (query) => {
    await groupOf(query).rename(bytes(query.request).toString('utf8'), query.device.account)
    return undefined
  },
  'w:g2 set add': change((group, member, by) => group.add(member, by)),
  'w:g2 set remove': change((group, member, by) => group.remove(member, by)),
  'w:g2 set promote': change((group, member, by) => group.promote(member, by)),
  'w:g2 set demote': change((group, member, by) => group.demote(member, by)),
  'w:g2 set leave': async ({ device, request, directory }) => {
    for (const { attrs } of children(request, 'group')) {
      await directory.group(attrs['id'] ?? '')?.remove(device.account, device.account)
    }
    return undefined
  },
}

function groupOf({ stanza, device, directory }: Query): Group {
  const group = directory.group(stanza.attrs['to'] ?? '')
  if (!group?.members.has(device.account)) throw notFound()
  return group
}

function accounts(request: Stanza, directory: Directory): Account[] {
  return children(request, 'participant').flatMap(({ attrs }) => directory.account(attrs['jid']) ?? [])
}

function change(apply: (group: Group, member: Account, by: Account) => Promise<void>): QueryHandler {
  return async (query) => {
    const group = groupOf(query)
    const members = accounts(query.request, query.directory)
    for (const member of members) await apply(group, member, query.device.account)
    const changed = members.map((member) => el('participant', { jid: member.lidJid() }))
    return [el(query.request.tag, {}, changed)]
  }
}

function describe(group: Group): Stanza {
  const members = [...group.members].map(([account, { isAdmin }]) =>
    el('participant', {
      jid: account.lidJid(),
      phone_number: account.pnJid(),
      lid: account.lidJid(),
      type: isAdmin ? 'admin' : undefined,
    }),
  )
  return el(
    'group',
    {
      id: group.id,
      subject: group.subject,
      s_t: group.createdAt,
      s_o: group.owner.lidJid(),
      creation: group.createdAt,
      creator: group.owner.lidJid(),
      addressing_mode: 'lid',
      size: group.members.size,
    },
    members,
  )
}
