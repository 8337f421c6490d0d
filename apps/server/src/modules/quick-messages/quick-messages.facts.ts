declare module '#platform/facts' {
  interface Facts {
    /** `wasGeneral`: everybody could see it before, so those who cannot now must forget it. */
    'quickMessage.saved': { quickMessageId: number; wasGeneral: boolean }
    'quickMessage.deleted': { quickMessageId: number }
  }
}

export {}
