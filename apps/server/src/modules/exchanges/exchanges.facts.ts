import type { AnswererKind } from './answerer.ts'

declare module '#platform/facts' {
  interface Facts {
    /** It is not asked for a while, or is asked again. */
    'answerer.changed': { kind: AnswererKind; answererId: number }
  }
}

export {}
