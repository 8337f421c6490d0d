import { type MessageTemplateView, api, flawOfValue } from '@guiche/contract'
import { Alert, TextInput, UnstyledButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '../../lib/api.ts'
import { errorText } from '../../lib/cache/queries.ts'
import { summaryOf } from '../../lib/text/summary.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { templatesOfTicket } from './message-templates.api.ts'
import styles from './message-templates.module.css'
import { TemplatePreview } from './template-preview.tsx'

interface Props {
  ticketId: number
  onClose: () => void
}

/** An approved message for a customer who has not written lately: first which one, then the values of its variables. */
export function TemplatePicker({ ticketId, onClose }: Props) {
  const [chosen, setChosen] = useState<MessageTemplateView>()
  if (chosen)
    return <FillDialog ticketId={ticketId} template={chosen} onBack={() => setChosen(undefined)} onClose={onClose} />
  return <ChooseDialog ticketId={ticketId} onChoose={setChosen} onClose={onClose} />
}

function ChooseDialog({ ticketId, onChoose, onClose }: Props & { onChoose: (template: MessageTemplateView) => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery(templatesOfTicket(ticketId))
  const wanted = search.trim().toLowerCase()
  const found = (data ?? []).filter(({ name, body }) => `${name}\n${body}`.toLowerCase().includes(wanted))
  return (
    <Dialog title={t('templates.title')} size={560} onClose={onClose}>
      <TextInput
        data-autofocus
        aria-label={t('templates.search')}
        placeholder={t('templates.search')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {error && <Failure title={errorText(error)} cause="refused" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <p className={styles.none}>
          {t('templates.empty')} {t('templates.emptyHint')}
        </p>
      )}
      {data && data.length > 0 && found.length === 0 && <p className={styles.none}>{t('templates.nothing')}</p>}
      <div className={styles.choices}>
        {found.map((template) => (
          <UnstyledButton
            key={template.id}
            className={styles.choice ?? ''}
            disabled={template.refusal !== null}
            onClick={() => onChoose(template)}
          >
            <b>
              {template.name} <small>{template.language}</small>
            </b>
            <small>{template.refusal === null ? summaryOf(template.body) : t(`templates.${template.refusal}`)}</small>
          </UnstyledButton>
        ))}
      </div>
    </Dialog>
  )
}

interface FillProps extends Props {
  template: MessageTemplateView
  onBack: () => void
}

function FillDialog({ ticketId, template, onBack, onClose }: FillProps) {
  const { t } = useTranslation()
  const { variables, file, header, body, footer, buttons } = template
  const [values, setValues] = useState<Record<string, string>>({})
  const [isChecked, setIsChecked] = useState(false)
  // The same for each try, so that a repeated one sends nothing twice.
  const clientId = useRef(crypto.randomUUID())
  const send = useMutation({
    mutationFn: () =>
      call(api.sendTemplate, {
        params: { id: ticketId },
        body: { templateId: template.id, values, clientId: clientId.current },
      }),
    onSuccess: onClose,
    meta: { handles: 'all' },
  })
  const flaws = Object.fromEntries(variables.map(({ key }) => [key, flawOfValue(values[key] ?? '')]))
  const isReady = Object.values(flaws).every((flaw) => flaw === undefined)

  return (
    <Dialog
      title={template.name}
      action={t('templates.send')}
      cancel={t('templates.back')}
      size={720}
      isBusy={send.isPending}
      isDirty={Object.values(values).some((value) => value !== '')}
      focusAction={variables.length === 0}
      onClose={onBack}
      onSubmit={() => {
        setIsChecked(true)
        if (isReady) send.mutate()
      }}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          {send.error && (
            <Alert color="red" role="alert">
              {errorText(send.error)}
              {send.error instanceof ApiError &&
                send.error.code === 'ERR_TEMPLATE_VALUES' &&
                ` ${t('ui.form.tooLong')}`}
            </Alert>
          )}
          {variables.map(({ key, name, place, index }, nth) => (
            <TextInput
              key={key}
              withAsterisk
              size="sm"
              data-autofocus={nth === 0 || undefined}
              label={t(`templates.valueOf.${place}`, { name: `{{${name}}}`, nth: (index ?? 0) + 1 })}
              placeholder={template.examples[key]}
              value={values[key] ?? ''}
              error={isChecked && flaws[key] !== undefined ? t(`ui.form.${flaws[key]}`) : undefined}
              onChange={({ currentTarget }) => setValues({ ...values, [key]: currentTarget.value })}
            />
          ))}
        </div>
        <TemplatePreview
          parts={{ header, body, footer, buttons }}
          values={Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))}
          pictureUrl={header?.kind === 'image' ? file?.url : undefined}
        />
      </div>
    </Dialog>
  )
}
