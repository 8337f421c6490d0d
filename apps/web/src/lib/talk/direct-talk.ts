import { api } from '@guiche/contract'
import { call } from '../api.ts'
import { floatingChat } from './floating-chat.ts'
import { showError } from '../cache/queries.ts'
import { mayChat } from '../rights.ts'
import { useMe } from '../session.ts'

/** Opens the talk with a colleague in the floating panel, so that one stays on the screen that one is on. */
export async function talkTo(userId: number): Promise<void> {
  try {
    const { uuid } = await call(api.openDirectChat, { body: { userId } })
    floatingChat.set(uuid)
  } catch (error) {
    showError(error)
  }
}

/** Undefined for oneself, without a person, and while the plan has no internal chat. */
export function useTalkTo(userId: number | null | undefined): (() => void) | undefined {
  const me = useMe()
  if (typeof userId !== 'number' || userId === me.id || !mayChat(me)) return undefined
  return () => void talkTo(userId)
}
