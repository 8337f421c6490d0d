import { textsIn } from '#texts'
import type { SystemMessageRow } from './conversation.repository.ts'

/** The text of a log entry for visitors, in the company's language. */
export function systemMessageText(
  { kind, user_name }: Pick<SystemMessageRow, 'kind' | 'user_name'>,
  language: string,
): string {
  const { joined, ended } = textsIn(language).webChat
  return kind === 'closed' || kind === 'autoClose' ? ended : joined(user_name ?? '')
}
