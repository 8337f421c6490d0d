import { type NoticeKind, type NoticeLanguage, type NoticeValues, noticeAmount, noticeDate } from '@guiche/contract'

/** Until the due date; on the day, until the block. */
const days: Record<NoticeKind, number> = { fiveDays: 5, oneDay: 1, due: 3, blocked: 0 }

const isBefore = (kind: NoticeKind) => kind === 'fiveDays' || kind === 'oneDay'

/** What a preview shows in place of the variables. */
export const sampleValues = (
  { kind, language }: { kind: NoticeKind; language: NoticeLanguage },
  { company, origin, today }: { company: string; origin: string; today: Date },
): NoticeValues => ({
  company,
  dueDate: noticeDate(language, inDays(today, isBefore(kind) ? days[kind] : 0)),
  days: String(days[kind]),
  amount: noticeAmount(language, 9990),
  link: `${origin}/financeiro`,
})

const inDays = (from: Date, count: number): string =>
  new Date(from.getTime() + count * 86_400_000).toISOString().slice(0, 10)
