import { api } from '@guiche/contract'
import { Button, FileButton, Input, Switch, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPaperclip, IconSend } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { type TestMessage, useSendTest } from '../messages-api.api.ts'
import styles from '../messages-api.module.css'
import { TestAnswer } from './test-answer.tsx'

interface Props {
  kind: 'text' | 'media'
  onSent: (messageId: number) => void
}

const rules = {
  text: rulesOf(api.sendApiMessage.body),
  media: rulesOf(api.sendApiMessage.form),
}

/** Sends a real message, as a program would, and shows what it was answered. */
export function TestForm({ kind, onSent }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = useId()
  const send = useSendTest()
  const form = useForm<TestMessage>({
    initialValues: { token: '', number: '', body: '', queueId: '', userId: '', marketing: false, file: null },
    validate: ({ token, file, ...fields }) => ({
      ...rules[kind](fields),
      ...(token.trim() === '' && { token: t('ui.form.required') }),
      ...(kind === 'media' && file === null && { file: t('ui.form.required') }),
    }),
    ...checkedOnBlur,
  })
  const { file } = form.values

  return (
    <form
      className={styles.card}
      aria-labelledby={title}
      noValidate
      onSubmit={form.onSubmit((values) =>
        send.mutate({ ...values, token: values.token.trim() }, { onSuccess: ({ id }) => onSent(id) }),
      )}
    >
      <h3 id={title}>{t(`messages-api.test.${kind}`)}</h3>
      <TextInput
        withAsterisk
        label={t('messages-api.token')}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('token')}
      />
      <TextInput
        withAsterisk
        label={t('messages-api.number')}
        description={t('messages-api.test.numberHint')}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('number')}
      />
      <Textarea
        withAsterisk={kind === 'text'}
        label={t(kind === 'text' ? 'messages-api.test.body' : 'messages-api.test.caption')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('body')}
      />
      {kind === 'media' && (
        <Input.Wrapper withAsterisk label={t('messages-api.test.file')} error={form.errors['file']} labelElement="div">
          <div className={styles.file}>
            {file && (
              <span>
                {file.name} <small>{format.fileSize(file.size)}</small>
              </span>
            )}
            <FileButton
              onChange={(chosen) => {
                form.setFieldValue('file', chosen)
                form.clearFieldError('file')
              }}
            >
              {(button) => (
                <Button {...button} variant="default" size="xs" leftSection={<IconPaperclip size={16} stroke={1.7} />}>
                  {t(file ? 'messages-api.test.replaceFile' : 'messages-api.test.chooseFile')}
                </Button>
              )}
            </FileButton>
          </div>
        </Input.Wrapper>
      )}
      <div className={styles.pair}>
        <TextInput
          label="queueId"
          description={t('messages-api.test.queueHint')}
          inputMode="numeric"
          {...form.getInputProps('queueId')}
        />
        <TextInput
          label="userId"
          description={t('messages-api.test.userHint')}
          inputMode="numeric"
          {...form.getInputProps('userId')}
        />
      </div>
      <Switch
        label="marketing"
        description={t('messages-api.test.marketingHint')}
        {...form.getInputProps('marketing', { type: 'checkbox' })}
      />
      <Button type="submit" loading={send.isPending} leftSection={<IconSend size={16} stroke={1.7} />}>
        {t('messages-api.test.send')}
      </Button>
      <TestAnswer answer={send.data} error={send.error} />
    </form>
  )
}
