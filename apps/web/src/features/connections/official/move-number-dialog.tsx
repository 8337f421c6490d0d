import type { ConnectionView } from '@guiche/contract'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur } from '../../../lib/form-rules.ts'
import { showFieldError } from '../../../lib/field-errors.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { hasNumberSignUp, hasPageLogin } from '../installation.ts'
import { WhatChanges } from '../moves/index.ts'
import { AccessFields, nothingStored } from './access-fields.tsx'
import { NumberIdFields } from './number-id-fields.tsx'
import { type NumberValues, checkMove, moveBodyOf, noValues, refusalsShown } from './number-values.ts'
import styles from './official.module.css'
import { useMoveNumber, useSignUpWindow } from './official.api.ts'
import { SignUpFields, type Use, type Way, WayField } from './sign-up-fields.tsx'

interface Props {
  connection: ConnectionView
  /** What was typed before it was known that the number is paired here. */
  typed?: NumberValues | undefined
  onMoved: (connection: ConnectionView) => void
  onClose: () => void
}

/** Moves a paired number to Meta's API: says what changes, and takes a login there, or what opens the same number there. */
export function MoveNumberDialog({ connection: { id, name }, typed = noValues, onMoved, onClose }: Props) {
  const { t } = useTranslation()
  const move = useMoveNumber(id)
  const { data: hasInstalledApp } = useQuery(hasPageLogin)
  const { data: hasSignUp = false } = useQuery(hasNumberSignUp)
  // What was typed before is not left behind.
  const [wanted, setWay] = useState<Way>(typed === noValues ? 'login' : 'token')
  const way = hasSignUp ? wanted : 'token'
  const [use, setUse] = useState<Use>('api')
  const signUp = useSignUpWindow()
  const initialValues = { ...typed, name, hasOwnApp: typed.hasOwnApp || hasInstalledApp === false }
  const form = useForm<NumberValues>({ initialValues, validate: checkMove, ...checkedOnBlur })
  const goToMeta = () => signUp.mutate({ staysOnPhone: use === 'phone', whatsappId: id })
  const connect = (values: NumberValues) =>
    move.mutate(moveBodyOf(values), {
      onSuccess: (connection) => {
        toast.success(t('connections.official.connected', { name }))
        onMoved(connection)
      },
      onError: (error) => showFieldError(form, error, refusalsShown(values, true)),
    })
  return (
    <Dialog
      title={t('connections.moves.officialTitle', { name })}
      action={t(way === 'login' ? 'connections.signUp.go' : 'connections.moves.official')}
      size={600}
      isBusy={move.isPending || signUp.isPending}
      isDirty={way === 'token' && form.isDirty()}
      onClose={onClose}
      onSubmit={way === 'login' ? goToMeta : form.onSubmit(connect)}
    >
      <WhatChanges whatsappId={id} />
      {hasSignUp && <WayField value={way} onChange={setWay} />}
      {way === 'login' ? (
        <SignUpFields value={use} onChange={setUse} />
      ) : (
        <>
          <p className={styles.lead}>{t('connections.moves.officialHow')}</p>
          <NumberIdFields form={form} isFirst />
          <AccessFields
            form={form}
            stored={nothingStored}
            hasInstalledApp={hasInstalledApp}
            tokenHint={t('connections.official.tokenHint')}
          />
        </>
      )}
    </Dialog>
  )
}
