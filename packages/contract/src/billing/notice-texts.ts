import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { decimalOf } from '../shared/money.ts'

/** What a company is told of its due date, once each: five days and one day before, on the day, and at the block. */
export const noticeKinds = ['fiveDays', 'oneDay', 'due', 'blocked'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const noticeLanguages = ['pt', 'en', 'es', 'tr'] as const
export type NoticeLanguage = (typeof noticeLanguages)[number]

/**
 * `days`: until the due date; on and after it, until the block; at the block, since then. `link`: where the invoice is
 * paid.
 */
export const noticeVariables = ['company', 'dueDate', 'days', 'amount', 'link'] as const
export type NoticeValues = Record<(typeof noticeVariables)[number], string>

/** Lengths in characters. */
export const noticeLimits = { subject: 150, text: 2000 } as const

const isVariable = (name: string): name is keyof NoticeValues => noticeVariables.some((known) => known === name)

/** Names in braces that stand for nothing. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = '']) => (isVariable(name) ? [] : name))

/** One pass, so braces in a value stay as they are. */
export const fillNotice = (text: string, values: NoticeValues): string =>
  text.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => (isVariable(name) ? values[name] : whole))

const locales: Record<NoticeLanguage, string> = { pt: 'pt-BR', en: 'en', es: 'es', tr: 'tr' }

/** `day`: YYYY-MM-DD */
export const noticeDate = (language: NoticeLanguage, day: string): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))

/** Prices are in reais, whatever the language. */
export const noticeAmount = (language: NoticeLanguage, cents: number): string =>
  new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'BRL' })
    .format(Number(decimalOf(cents)))
    .replaceAll('\u00a0', ' ')

const hasKnownVariables = (text: string) => unknownVariables(text).length === 0

/** A line break would begin another header of the e-mail. */
const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text)

/** Lines and tabs are the only control characters of a text. */
const isPlain = (text: string) => !/[^\P{Cc}\n\t]/u.test(text)

export const NoticeText = z.object({
  subject: z
    .string('required')
    .refine(isOneLine, 'oneLine')
    .trim()
    .min(1, 'required')
    .max(noticeLimits.subject, 'tooLong')
    .refine(hasKnownVariables, 'unknownVariable'),
  text: z
    .string('required')
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))
    .refine(isPlain, 'invalidCharacter')
    .trim()
    .min(1, 'required')
    .max(noticeLimits.text, 'tooLong')
    .refine(hasKnownVariables, 'unknownVariable'),
})
export type NoticeText = z.output<typeof NoticeText>

const Letter = z.object({ subject: z.string(), text: z.string() })

/** `usual`: what it says unless the operator has changed it. */
export const NoticeTextView = Letter.extend({
  kind: z.enum(noticeKinds),
  language: z.enum(noticeLanguages),
  isChanged: z.boolean(),
  usual: Letter,
})
export type NoticeTextView = z.output<typeof NoticeTextView>

const Which = z.object({ kind: z.enum(noticeKinds), language: z.enum(noticeLanguages) })

export const noticeTextCalls = {
  noticeTexts: endpoint({
    method: 'GET',
    path: '/billing/notices',
    summary: 'What companies are told of their due date, in each language',
    access: 'super',
    feature: 'none',
    answer: z.array(NoticeTextView),
  }),
  saveNoticeText: endpoint({
    method: 'PUT',
    path: '/billing/notices/:kind/:language',
    summary: 'Change what a notice says in a language',
    access: 'super',
    feature: 'none',
    params: Which,
    body: NoticeText,
    answer: NoticeTextView,
  }),
  resetNoticeText: endpoint({
    method: 'DELETE',
    path: '/billing/notices/:kind/:language',
    summary: 'Let a notice say again what it says by default',
    access: 'super',
    feature: 'none',
    params: Which,
    answer: NoticeTextView,
  }),
} as const
