import { mailEncryptions } from '@guiche/contract'
import { Alert, Button, PasswordInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useFirstError } from '../../ui/dialogs/use-first-error.ts'
import { useUnsaved } from '../../ui/dialogs/use-unsaved.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useRemoveMailServer, useSaveMailServer, useTestMailServer } from './mail-server.api.ts'
import styles from './mail-server.module.css'
import { type KeptServer, asksPassword, bodyOf, mailServerRules, usualPorts, valuesOf } from './mail-server-values.ts'
import { TestOutcome } from './test-outcome.tsx'

export function MailServerForm({ kept }: { kept: KeptServer }) {
  const { t } = useTranslation()
  const isFixed = kept.source === 'environment'
  const { form: element, focusFirstError } = useFirstError()
  const form = useForm({ initialValues: valuesOf(kept), validate: mailServerRules, ...checkedOnBlur })
  const save = useSaveMailServer()
  const tested = useTestMailServer()
  const { question } = useUnsaved(form.isDirty(), { asksLinks: true })

  const onError = (error: Error) => {
    if (asksPassword(error)) form.setFieldError('password', t('ui.form.required'))
  }
  const keep = form.onSubmit((values) => {
    save.mutate(bodyOf(values), {
      onSuccess: (saved) => {
        form.setInitialValues(valuesOf(saved))
        form.setValues(valuesOf(saved))
        toast.success(t('mail-server.saved'))
      },
      onError,
    })
  }, focusFirstError)
  const test = form.onSubmit((values) => tested.mutate(bodyOf(values), { onError }), focusFirstError)

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={keep}>
      {isFixed && (
        <Alert icon={<IconInfoCircle size={18} />} color="gray">
          {t('mail-server.fixed')}
        </Alert>
      )}
      <fieldset className={styles.fields} disabled={isFixed}>
        <TextInput
          withAsterisk
          label={t('mail-server.host')}
          description={t('mail-server.hostHint')}
          {...form.getInputProps('host')}
        />
        <div className={styles.pair}>
          <Select
            label={t('mail-server.encryption')}
            allowDeselect={false}
            data={mailEncryptions.map((value) => ({ value, label: t(`mail-server.encryptions.${value}`) }))}
            {...form.getInputProps('encryption')}
            onChange={(value) => value && form.setValues({ encryption: value, port: usualPorts[value] ?? '' })}
          />
          <TextInput withAsterisk inputMode="numeric" label={t('mail-server.port')} {...form.getInputProps('port')} />
        </div>
        <div className={styles.pair}>
          <TextInput
            autoComplete="off"
            label={t('mail-server.user')}
            description={t('mail-server.userHint')}
            {...form.getInputProps('user')}
          />
          <PasswordInput
            autoComplete="new-password"
            label={t('mail-server.password')}
            placeholder={kept.hasPassword ? t('mail-server.passwordKept') : ''}
            visibilityToggleButtonProps={{ 'aria-label': t('mail-server.showPassword') }}
            {...form.getInputProps('password')}
          />
        </div>
        <div className={styles.pair}>
          <TextInput label={t('mail-server.senderName')} {...form.getInputProps('senderName')} />
          <TextInput
            withAsterisk
            type="email"
            label={t('mail-server.senderAddress')}
            {...form.getInputProps('senderAddress')}
          />
        </div>
      </fieldset>
      {tested.data && !tested.isPending && <TestOutcome tested={tested.data} />}
      <div className={styles.actions}>
        {!isFixed && (
          <Button type="submit" loading={save.isPending}>
            {t('ui.save')}
          </Button>
        )}
        <Button variant="default" loading={tested.isPending} onClick={() => test()}>
          {t('mail-server.test')}
        </Button>
        {kept.source === 'screen' && <RemoveServer />}
      </div>
      {question}
    </form>
  )
}

function RemoveServer() {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveMailServer()
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setIsAsking(true)}>
        {t('mail-server.remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('mail-server.remove')}
          action={t('mail-server.remove')}
          isDanger
          isBusy={remove.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => toast.success(t('mail-server.removed')) })}
        >
          {t('mail-server.removeText')}
        </ConfirmDialog>
      )}
    </>
  )
}
