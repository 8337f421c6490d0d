import { NoticeText, type NoticeTextView, noticeLimits } from '@guiche/contract'
import { Button, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useFirstError } from '../../../ui/dialogs/use-first-error.ts'
import { useUnsaved } from '../../../ui/dialogs/use-unsaved.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { useResetNoticeText, useSaveNoticeText } from './notice-texts.api.ts'
import styles from './notice-texts.module.css'
import { VariableButtons } from './variable-buttons.tsx'

/** Subject and text of one notice in one language, with what a company would read. */
export function NoticeTextForm({ stored }: { stored: NoticeTextView }) {
  const { t } = useTranslation()
  const save = useSaveNoticeText(stored)
  const reset = useResetNoticeText(stored)
  const [isAsking, setIsAsking] = useState(false)
  const form = useForm({
    initialValues: valuesOf(stored),
    validate: rulesOf(NoticeText),
    ...checkedOnBlur,
    // An error that appears while the button is pressed would move the button away from the pointer.
    validateInputOnBlur: false,
  })
  const { form: element, focusFirstError } = useFirstError()
  const { question } = useUnsaved(form.isDirty(), { asksLinks: true })
  const area = useRef<HTMLTextAreaElement>(null)

  const show = (text: NoticeTextView) => {
    form.setInitialValues(valuesOf(text))
    form.setValues(valuesOf(text))
    form.clearErrors()
  }
  const keep = form.onSubmit(
    (values) =>
      save.mutate(values, {
        onSuccess: (saved) => {
          show(saved)
          toast.success(t('billing.notices.saved'))
        },
      }),
    focusFirstError,
  )
  const giveBack = () =>
    reset.mutate(undefined, {
      onSuccess: (usual) => {
        show(usual)
        setIsAsking(false)
        toast.success(t('billing.notices.isReset'))
      },
    })

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={keep}>
      <div className={styles.fields}>
        <TextInput
          withAsterisk
          label={t('billing.notices.subject')}
          description={t('billing.notices.subjectHint')}
          maxLength={noticeLimits.subject}
          {...form.getInputProps('subject')}
        />
        <Textarea
          ref={area}
          withAsterisk
          autosize
          minRows={8}
          maxRows={20}
          label={t('billing.notices.text')}
          maxLength={noticeLimits.text}
          {...form.getInputProps('text')}
        />
        <VariableButtons onChoose={(written) => insert(area, written, (text) => form.setFieldValue('text', text))} />
        <div className={styles.actions}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('ui.save')}
          </Button>
          {stored.isChanged && (
            <Button variant="default" onClick={() => setIsAsking(true)}>
              {t('billing.notices.reset')}
            </Button>
          )}
        </div>
      </div>
      <NoticePreview which={stored} written={form.values} />
      {isAsking && (
        <ConfirmDialog
          title={t('billing.notices.reset')}
          action={t('billing.notices.reset')}
          isDanger
          isBusy={reset.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={giveBack}
        >
          {t('billing.notices.resetText')}
        </ConfirmDialog>
      )}
      {question}
    </form>
  )
}

const valuesOf = ({ subject, text }: NoticeText): NoticeText => ({ subject, text })

/** At the caret, which stays behind it. */
function insert(area: RefObject<HTMLTextAreaElement | null>, written: string, onChange: (text: string) => void) {
  if (!area.current) return
  const { value, selectionStart: from, selectionEnd: to } = area.current
  onChange(value.slice(0, from) + written + value.slice(to))
  requestAnimationFrame(() => {
    area.current?.focus()
    area.current?.setSelectionRange(from + written.length, from + written.length)
  })
}
