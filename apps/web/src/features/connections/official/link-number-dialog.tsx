import type { ConnectionView } from '@guiche/contract'
import { Alert, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur } from '../../../lib/form-rules.ts'
import { showFieldError } from '../../../lib/field-errors.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { hasNumberSignUp, hasPageLogin } from '../installation.ts'
import { AccessFields, nothingStored, plain } from './access-fields.tsx'
import { NumberIdFields } from './number-id-fields.tsx'
import { type NumberValues, checkLink, linkBodyOf, noValues, pairedIn, refusalsShown } from './number-values.ts'
import styles from './official.module.css'
import { useLinkNumber, useSignUpWindow } from './official.api.ts'
import { SignUpFields, type Use, type Way, WayField } from './sign-up-fields.tsx'

interface Props {
  onMade: (connection: ConnectionView) => void
  /** The number is paired with a connection, which can become official instead. */
  onMoveInstead: (whatsappId: number, typed: NumberValues) => void
  onClose: () => void
}

/** Connects a WhatsApp number of Meta's API by a login there, or with what its owner has copied there. */
export function LinkNumberDialog({ onMade, onMoveInstead, onClose }: Props) {
  const { t } = useTranslation()
  const link = useLinkNumber()
  const paired = pairedIn(link.error)
  const { data: hasInstalledApp } = useQuery(hasPageLogin)
  const { data: hasSignUp = false } = useQuery(hasNumberSignUp)
  const [wanted, setWay] = useState<Way>('login')
  const way = hasSignUp ? wanted : 'token'
  const [use, setUse] = useState<Use>('api')
  const signUp = useSignUpWindow()
  const initialValues = { ...noValues, hasOwnApp: hasInstalledApp === false }
  const form = useForm<NumberValues>({ initialValues, validate: checkLink, ...checkedOnBlur })
  const goToMeta = () => signUp.mutate({ staysOnPhone: use === 'phone' })
  const connect = (values: NumberValues) =>
    link.mutate(linkBodyOf(values), {
      onSuccess: (connection) => {
        toast.success(t('connections.official.connected', { name: connection.name }))
        onMade(connection)
      },
      onError: (error) => showFieldError(form, error, refusalsShown(values, true)),
    })
  const tokenFields = (
    <>
      {paired !== undefined && (
        <Alert color="yellow" title={t('connections.moves.isPairedHere')}>
          <Button size="xs" onClick={() => onMoveInstead(paired, form.getValues())}>
            {t('connections.moves.moveInstead')}
          </Button>
        </Alert>
      )}
      <p className={styles.lead}>{t('connections.official.about')}</p>
      <TextInput {...plain} data-autofocus label={t('connections.name')} {...form.getInputProps('name')} />
      <NumberIdFields form={form} />
      <AccessFields
        form={form}
        stored={nothingStored}
        hasInstalledApp={hasInstalledApp}
        tokenHint={t('connections.official.tokenHint')}
      />
      {form.values.hasOwnApp && <p className={styles.lead}>{t('connections.official.webhookAfter')}</p>}
    </>
  )
  return (
    <Dialog
      title={t('connections.official.addTitle')}
      action={t(way === 'login' ? 'connections.signUp.go' : 'connections.official.connect')}
      size={560}
      isBusy={link.isPending || signUp.isPending}
      isDirty={way === 'token' && form.isDirty()}
      onClose={onClose}
      onSubmit={way === 'login' ? goToMeta : form.onSubmit(connect)}
    >
      {hasSignUp ? (
        <WayField value={way} onChange={setWay} />
      ) : (
        <p className={styles.quiet}>{t('connections.signUp.notHere')}</p>
      )}
      {way === 'login' ? <SignUpFields value={use} onChange={setUse} /> : tokenFields}
    </Dialog>
  )
}
