import { signedWith } from '@guiche/contract'
import { useState } from 'react'
import { storage } from '../../../lib/browser/storage.ts'
import { useCompanySettings, useMe } from '../../../lib/session.ts'

/** Whether messages are signed with the name of their author, where the company allows it. Kept in the browser. */
export function useSignature() {
  const me = useMe()
  const maySign = useCompanySettings().sendSignMessage === 'enabled'
  const [signs, setSigns] = useState(() => storage.signs.get() ?? true)
  return {
    /** Undefined where the company does not allow it. */
    signs: maySign ? signs : undefined,
    sign: (next: boolean) => {
      setSigns(next)
      storage.signs.set(next)
    },
    signed: (text: string) => (maySign && signs ? signedWith(me.name, text.trim()) : text.trim()),
  }
}
