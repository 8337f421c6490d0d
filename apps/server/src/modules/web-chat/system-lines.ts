import { textsIn } from '#texts'
import type { LineRow } from './conversation.repository.ts'

/** The text of a log entry for visitors, in the company's language. */
export function lineText({ kind, user_name }: Pick<LineRow, 'kind' | 'user_name'>, language: string): string {
  const { joined, ended } = textsIn(language).webChat
  return kind === 'open' || kind === 'receivedTransfer' ? joined(user_name ?? '') : ended
}
