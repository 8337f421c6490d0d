import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useSignUpWindow } from './official.api.ts'
import { SignUpFields, type Use } from './sign-up-fields.tsx'

/** Renews the access of a number by a login at Meta, without a token. */
export function RenewByLogin({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [use, setUse] = useState<Use>('api')
  const signUp = useSignUpWindow()
  return (
    <Dialog
      title={t('connections.official.title', { name })}
      action={t('connections.signUp.go')}
      size={560}
      isBusy={signUp.isPending}
      onClose={onClose}
      onSubmit={() => signUp.mutate({ staysOnPhone: use === 'phone', isRenewal: true })}
    >
      <SignUpFields value={use} onChange={setUse} />
    </Dialog>
  )
}
