import { HelpBody, type HelpView, limits, videoCodeOf } from '@guiche/contract'
import { TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFieldError, showSaveFailure } from '../../lib/field-errors.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { useFate } from '../../lib/live/fate.ts'
import { SaveDialog } from '../../ui/dialogs/save-dialog.tsx'
import { type HelpValues, bodyOf, valuesOf } from './help-values.ts'
import { useSaveHelp } from './helps.api.ts'

interface Props {
  /** Undefined for a new one. */
  help: HelpView | undefined
  onClose: () => void
}

/** For the operator. A pasted address of a video becomes its code when the field is left. */
export function HelpDialog({ help, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(help))
  const save = useSaveHelp(help?.id, before)
  const fate = useFate('help', {
    id: help?.id,
    before: bodyOf(before),
    read: (event) =>
      event.action === 'delete' ? { id: event.id } : { id: event.record.id, values: bodyOf(valuesOf(event.record)) },
  })
  const form = useForm<HelpValues>({ initialValues: before, validate: rulesOf(HelpBody), ...checkedOnBlur })
  const video = form.getInputProps('video')

  return (
    <SaveDialog
      title={t(help ? 'helps.edit' : 'helps.add')}
      form={form}
      save={save}
      saved={t('helps.saved')}
      fate={fate}
      onClose={onClose}
      onRefused={(error) => {
        showFieldError(form, error, { ERR_NAME_ALREADY_EXISTS: 'title' })
        showSaveFailure(error, t('helps.notSaved'))
      }}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={t('helps.titleOf')}
        maxLength={limits.helpTitle}
        {...form.getInputProps('title')}
      />
      <TextInput
        withAsterisk
        label={t('helps.video')}
        description={t('helps.videoHint')}
        {...video}
        onBlur={(event) => {
          form.setFieldValue('video', videoCodeOf(event.currentTarget.value))
          video.onBlur(event)
        }}
      />
      <Textarea
        autosize
        minRows={2}
        maxRows={8}
        label={t('helps.description')}
        maxLength={limits.helpDescription}
        {...form.getInputProps('description')}
      />
    </SaveDialog>
  )
}
