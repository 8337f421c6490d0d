import { type SessionUser, isServiceOver } from '@guiche/contract'
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconCalendarPlus,
  IconCheck,
  IconHistory,
  IconMessages,
  IconPhone,
  IconPlugConnected,
  type IconProps,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { talkTo } from '../../../lib/talk/direct-talk.ts'
import type { UsualKeys } from '../../../lib/keyboard/catalog.ts'
import { mayAdminister, mayChat, maySchedule } from '../../../lib/rights.ts'
import type { TicketActions } from '../ticket-actions.ts'
import type { ListedTicket } from '../ticket-lists.ts'

/** An action on the open ticket. Whether it stands in the head, in its menu, or in both, is decided by the lists below. */
export interface HeadAction {
  id: string
  /** Its usual shortcut. */
  keys?: UsualKeys
  icon: ComponentType<IconProps>
  label: (t: TFunction, ticket: ListedTicket) => string
  run: (actions: TicketActions, ticket: ListedTicket) => void
  isOn: (ticket: ListedTicket, me: SessionUser) => boolean
  /** Undefined: for everybody. */
  isFor?: (me: SessionUser) => boolean
  isDanger?: boolean
}

const isServed = ({ status }: ListedTicket) => status === 'open' || status === 'group'
const isOpen = ({ status }: ListedTicket) => status === 'open'
const isClosed = ({ status }: ListedTicket) => status === 'closed'
const isNotClosed = (ticket: ListedTicket) => !isClosed(ticket)

const transfer: HeadAction = {
  id: 'transfer',
  keys: 't',
  icon: IconArrowsExchange,
  label: (t) => t('tickets.action.transfer'),
  run: (actions, ticket) => actions.transfer(ticket),
  isOn: isNotClosed,
}

const returnToQueue: HeadAction = {
  id: 'return',
  icon: IconArrowBackUp,
  label: (t) => t('tickets.action.returnToQueue'),
  run: (actions, ticket) => actions.returnToQueue(ticket),
  isOn: isOpen,
}

const finish: HeadAction = {
  id: 'finish',
  keys: 'e',
  icon: IconCheck,
  label: (t) => t('tickets.action.finish'),
  run: (actions, ticket) => actions.close(ticket),
  isOn: isServed,
}

const reopen: HeadAction = {
  id: 'reopen',
  icon: IconRefresh,
  label: (t) => t('tickets.action.reopen'),
  run: (actions, ticket) => actions.reopen(ticket),
  isOn: ({ status }) => isServiceOver(status),
}

const schedule: HeadAction = {
  id: 'schedule',
  icon: IconCalendarPlus,
  label: (t) => t('tickets.action.schedule'),
  run: (actions, ticket) => actions.schedule(ticket),
  isOn: () => true,
  isFor: maySchedule,
}

const call: HeadAction = {
  id: 'call',
  icon: IconPhone,
  label: (t) => t('tickets.action.call'),
  run: (actions, ticket) => actions.call(ticket),
  isOn: ({ status, userId, isGroup, whatsapp }, me) =>
    status === 'open' && userId === me.id && !isGroup && whatsapp?.hasCalls === true,
}

const log: HeadAction = {
  id: 'log',
  icon: IconHistory,
  label: (t) => t('tickets.action.log'),
  run: (actions, ticket) => actions.showLog(ticket),
  isOn: () => true,
}

const talk: HeadAction = {
  id: 'talk',
  icon: IconMessages,
  label: (t, { user }) => t('chats.talkTo', { name: user?.name ?? '' }),
  run: (_actions, { userId }) => void (userId !== null && talkTo(userId)),
  isOn: ({ userId }, me) => userId !== null && userId !== me.id,
  isFor: mayChat,
}

/** An integration or a prompt answers the customer, or did until somebody turned it off. */
const hasService = ({ useIntegration, integrationId, promptId }: ListedTicket) =>
  Boolean(useIntegration ?? false) || Boolean(integrationId) || Boolean(promptId)

const integration: HeadAction = {
  id: 'integration',
  icon: IconPlugConnected,
  label: (t, { useIntegration }) =>
    t(useIntegration ? 'tickets.action.integrationOff' : 'tickets.action.integrationOn'),
  run: (actions, ticket) => actions.toggleIntegration(ticket),
  isOn: (ticket) => isNotClosed(ticket) && hasService(ticket),
}

const remove: HeadAction = {
  id: 'remove',
  icon: IconTrash,
  label: (t) => t('tickets.action.remove'),
  run: (actions, ticket) => actions.remove(ticket),
  isOn: () => true,
  isFor: mayAdminister,
  isDanger: true,
}

/** Whether this user has the action on this ticket. */
export const isShown = ({ isOn, isFor }: HeadAction, ticket: ListedTicket, me: SessionUser): boolean =>
  isOn(ticket, me) && (isFor === undefined || isFor(me))

/** An action that stands in the head itself. */
export interface BarAction extends HeadAction {
  look: 'icon' | 'button'
  /** The least width of the head at which it is shown; the menu has it too where this is not `any`. */
  from: (ticket: ListedTicket) => 'any' | 'tablet' | 'wide'
}

/** From left to right. */
export const barActions: BarAction[] = [
  { ...call, look: 'icon', from: () => 'wide' },
  { ...schedule, look: 'icon', from: () => 'wide' },
  { ...returnToQueue, look: 'icon', from: () => 'wide' },
  {
    ...transfer,
    look: 'icon',
    from: (ticket) => (isServed(ticket) ? 'tablet' : 'any'),
  },
  { ...finish, look: 'button', from: () => 'any' },
  { ...reopen, look: 'button', from: () => 'any' },
  { ...log, look: 'icon', from: () => 'wide', isOn: (ticket) => !isServed(ticket) },
]

/** From top to bottom. */
export const menuActions: HeadAction[] = [transfer, returnToQueue, call, schedule, log, talk, integration, remove]

/** All of them, each once. */
export const headActions: HeadAction[] = [
  ...menuActions,
  ...barActions.filter(({ id }) => !menuActions.some((other) => other.id === id)),
]
