import { QuickMessageBody, type QuickMessageView, type SessionUser } from '@guiche/contract'
import { managesQuickMessages } from '../../lib/rights.ts'

export type QuickMessageValues = {
  shortcode: string
  message: string
  /** Select fields hold text. */
  categoryId: string | null
  geral: boolean
  status: boolean
}

export const valuesOf = (message: QuickMessageView | undefined): QuickMessageValues => ({
  shortcode: message?.shortcode ?? '',
  message: message?.message ?? '',
  categoryId: message?.categoryId ? String(message.categoryId) : null,
  geral: message?.geral ?? false,
  status: message?.status ?? true,
})

export const bodyOf = ({ categoryId, ...values }: QuickMessageValues) => ({
  ...values,
  categoryId: categoryId === null ? null : Number(categoryId),
})

export const textRules = QuickMessageBody.pick({ shortcode: true, message: true })

/** Admins and supervisors change all, users their own that are not general. */
export const mayChange = (me: SessionUser, { userId, geral }: QuickMessageView): boolean =>
  managesQuickMessages(me) || (userId === me.id && !geral)

/** The variables that a text may contain, in the order of the menu (docs/requirements/service.md, section 4). */
export const variables = [
  'firstName',
  'name',
  'userName',
  'ms',
  'protocol',
  'date',
  'hour',
  'ticket_id',
  'queue',
  'connection',
] as const
