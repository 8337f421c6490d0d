import {
  type NoticeTextView,
  type NoticeValues,
  cleanLine,
  fillNotice,
  noticeKinds,
  noticeLanguages,
} from '@guiche/contract'
import { texts } from '#texts'
import type { Db } from '#platform/database/sql'
import { type NoticeTextRow, type Which, findChangedText, listChangedTexts } from './notice-texts.repository.ts'

export async function presentNoticeTexts(operator: Db): Promise<NoticeTextView[]> {
  const changed = await listChangedTexts(operator)
  return noticeKinds.flatMap((kind) =>
    noticeLanguages.map((language) =>
      present(
        { kind, language },
        changed.find((row) => row.kind === kind && row.language === language),
      ),
    ),
  )
}

export const presentNoticeText = async (operator: Db, which: Which): Promise<NoticeTextView> =>
  present(which, await findChangedText(operator, which))

function present({ kind, language }: Which, changed: NoticeTextRow | undefined): NoticeTextView {
  const usual = texts[language].subscription[kind]
  const { subject, text } = changed ?? usual
  return { kind, language, subject, text, isChanged: changed !== undefined, usual }
}

/** What a company reads. */
export async function writeNotice(
  operator: Db,
  which: Which,
  values: NoticeValues,
): Promise<{ subject: string; text: string }> {
  const { subject, text } = await presentNoticeText(operator, which)
  return { subject: cleanLine(fillNotice(subject, values)), text: fillNotice(text, values) }
}
