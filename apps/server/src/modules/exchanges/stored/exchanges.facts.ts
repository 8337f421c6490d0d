import type { AnswererKind } from '@guiche/contract'

declare module '#platform/facts' {
  interface Facts {
    /** It is not asked for a while, or is asked again. */
    'answerer.changed': { kind: AnswererKind; answererId: number }
  }
}
