import type { ChannelFacts } from '@guiche/channel'

type Windows = Pick<ChannelFacts, 'answerWindow' | 'personsWindow'>

export interface AnswerWindow {
  /** Until when people may answer. Null: the customer has never written. */
  until: Date | null
  /** The same for machines. */
  usualUntil: Date | null
}

/** Null: the network lets everybody answer at any time. */
export function answerWindowOf({ answerWindow, personsWindow }: Windows, heardAt: Date | null): AnswerWindow | null {
  if (answerWindow === 'always') return null
  const after = (window: ChannelFacts['answerWindow']) =>
    heardAt && window !== 'always' ? new Date(heardAt.getTime() + window) : null
  return { until: after(personsWindow), usualUntil: after(answerWindow) }
}

/** `isPersons`: a person has written it by hand. */
export function mayAnswer(windows: Windows, heardAt: Date | null, { isPersons }: { isPersons: boolean }): boolean {
  const window = isPersons ? windows.personsWindow : windows.answerWindow
  return window === 'always' || (heardAt !== null && Date.now() - heardAt.getTime() < window)
}
