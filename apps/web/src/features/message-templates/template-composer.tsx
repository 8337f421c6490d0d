import type { MessageTemplateView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { templatesOfTicket, useSendTemplate } from './message-templates.api.ts'
import styles from './template-composer.module.css'
import { TemplateChoices, TemplateKind } from './template-choices.tsx'
import { TemplateFilling } from './template-filling.tsx'
import { useFilling } from './use-filling.ts'

interface Props {
  ticketId: number
  onSent: () => void
}

/** In ms. Attendants are not told of templates that are approved or paused meanwhile. */
const readAgain = 60_000

/** In the place of the text field while only templates may go to the customer: first which one, then its values. */
export function TemplateComposer({ ticketId, onSent }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const offered = useQuery({ ...templatesOfTicket(ticketId), refetchInterval: readAgain })
  const [template, setTemplate] = useState<MessageTemplateView>()
  const wasChosen = useRef(false)

  // The focus goes on to the first field or the primary button, and back to the search.
  useEffect(() => {
    if (template || wasChosen.current) place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    wasChosen.current = template !== undefined
  }, [template])

  return (
    <div ref={place} className={styles.place}>
      {template ? (
        <Filling
          ticketId={ticketId}
          template={template}
          onBack={() => setTemplate(undefined)}
          onSent={() => {
            setTemplate(undefined)
            onSent()
          }}
        />
      ) : (
        <TemplateChoices offered={offered} onTemplate={setTemplate} />
      )}
    </div>
  )
}

function Filling({
  ticketId,
  template,
  onBack,
  onSent,
}: Props & { template: MessageTemplateView; onBack: () => void }) {
  const { t } = useTranslation()
  const filling = useFilling(template, true)
  const send = useSendTemplate(ticketId)

  function finish() {
    const chosen = filling.finish()
    if (chosen && !send.isPending) send.mutate(chosen.choice, { onSuccess: onSent })
  }

  function keyDown(event: KeyboardEvent<HTMLFormElement>) {
    // What is typed is not lost by a key.
    if (event.key !== 'Escape' || send.isPending || filling.isBegun) return
    event.preventDefault()
    onBack()
  }

  return (
    <form
      noValidate
      aria-label={template.name}
      onKeyDown={keyDown}
      onSubmit={(event) => {
        event.preventDefault()
        finish()
      }}
    >
      <header className={styles.head}>
        <b>{template.name}</b>
        <TemplateKind template={template} />
      </header>
      <div className={styles.parts}>
        <TemplateFilling template={template} filling={filling} refusal={send.error} variable="{{firstName}}" />
      </div>
      <footer className={styles.actions}>
        <Button size="xs" variant="default" disabled={send.isPending} onClick={onBack}>
          {t('templates.back')}
        </Button>
        <Button
          size="xs"
          type="submit"
          loading={send.isPending}
          data-autofocus={template.variables.length === 0 || undefined}
        >
          {t('templates.send')}
        </Button>
      </footer>
    </form>
  )
}
