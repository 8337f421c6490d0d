import type { Channel, ConnectionView, QueueView } from '@guiche/contract'
import { Tabs } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { fileRefusals, isRefusal } from '../../lib/files/file-refusals.ts'
import { useFate } from '../../lib/live/fate.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { errorText } from '../../lib/cache/queries.ts'
import { exceededLimit } from '../../lib/files/largest-file.ts'
import { hasIntegrations, hasOpenAi } from '../../lib/rights.ts'
import { isAdmin, useMe } from '../../lib/session.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { proposedHours } from '../../ui/fields/service-hours.ts'
import { ServiceHoursField } from '../../ui/fields/service-hours-field.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useShownTab } from '../../ui/use-shown-tab.ts'
import styles from './connection-dialog.module.css'
import { ChatbotFields } from './chatbot-fields.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { checkConnection, tabOf, valuesOf } from './connection-values.ts'
import { useSaveConnection } from './connections.api.ts'
import { type GreetingFile, GreetingFileField } from './greeting-file-field.tsx'
import { ImportFields } from './import-fields.tsx'
import { isPhone } from '../../lib/sending/whatsapp-way.ts'
import { IntegrationFields } from './integration-fields.tsx'
import { MessageFields } from './message-fields.tsx'
import { PromptField } from './prompt-field.tsx'
import { RatingFields } from './rating-fields.tsx'
import { TokenField } from './token/index.ts'
import { WebChatInstallation, WebChatLookFields } from './web-chat/index.ts'

interface Props {
  /** Undefined for a new connection. */
  connection?: ConnectionView | undefined
  /** The channel of a new connection. */
  channel: Channel
  /** The company's first connection becomes the default. */
  isFirst: boolean
  queues: QueueView[]
  /** Whether each connection has its own service hours (setting scheduleType). */
  hasHours: boolean
  /** Opens the tab with the script tag, right after the connection was created. */
  isJustMade?: boolean
  /** Also called when its phone has to be linked again. */
  onMade: (connection: ConnectionView) => void
  onClose: () => void
}

type TabName = (typeof tabNames)[number]

export function ConnectionDialog(props: Props) {
  const { connection, channel, isFirst, queues, hasHours, isJustMade = false, onMade, onClose } = props
  const { t } = useTranslation()
  const me = useMe()
  const [before, setBefore] = useState(() => valuesOf(connection, isFirst))
  // A new connection is stored before its file. If the file is refused, the dialog goes on with the stored connection.
  const [storedId, setStoredId] = useState(connection?.id)
  const fate = useFate('connection', {
    id: storedId,
    before,
    read: (event) =>
      event.action === 'delete'
        ? { id: event.whatsappId }
        : { id: event.whatsapp.id, values: valuesOf(event.whatsapp, isFirst) },
  })
  const { isProposed, kept } = proposedHours(connection, before)
  const save = useSaveConnection(storedId, channel, hasHours ? kept : before)
  const [file, setFile] = useState<GreetingFile>()
  const [fileError, setFileError] = useState<string>()
  const [tab, setTab] = useState<TabName>(isJustMade ? 'install' : 'general')
  const tabList = useShownTab(tab)
  const form = useForm({
    initialValues: before,
    validate: (values) =>
      checkConnection(values, {
        greetingMissing: t('connections.greetingRequired'),
        importSinceWrong: t('connections.import.sinceWrong'),
        importUntilWrong: t('connections.import.untilWrong'),
      }),
    ...checkedOnBlur,
  })
  const isWebChat = (connection?.channel ?? channel) === 'webchat'
  const hasServices = hasIntegrations(me) || hasOpenAi(me)
  const hasPhone = connection ? isPhone(connection) : channel === 'whatsapp'

  /** The app on the phone sends it by itself, so it can only be changed while it comes. */
  const expectsHistory = connection?.isOnPhone === true && connection.importOldMessages !== null

  function onStored(stored: ConnectionView) {
    setStoredId(stored.id)
    setBefore(valuesOf(stored, isFirst))
  }

  return (
    <Dialog
      title={t(connection ? 'connections.edit' : isWebChat ? 'connections.addWebChat' : 'connections.addWhatsApp')}
      action={t('ui.save')}
      {...(isJustMade && { cancel: t('ui.close') })}
      size={760}
      isBusy={save.isPending}
      isDirty={form.isDirty() || file !== undefined}
      fate={fate}
      onClose={onClose}
      onSubmit={form.onSubmit(
        (values) => {
          if (file && exceededLimit(file)) return setTab('messages')
          save.mutate(
            { values, file, onStored },
            {
              onSuccess: (saved) => {
                if (!connection) return onMade(saved)
                toast.success(t('connections.saved'))
                // The phone was unlinked, so show a new code.
                if (saved.status === 'qrcode' && connection.status !== 'qrcode') return onMade(saved)
                onClose()
              },
              onError: (error) => {
                showFieldError(form, error, refusals)
                setFileError(isRefusal(error, fileRefusals) ? errorText(error) : undefined)
                setTab(tabOfRefusal(error))
              },
            },
          )
        },
        (errors) => setTab(firstTabOf(Object.keys(errors))),
      )}
    >
      <Tabs value={tab} onChange={(value) => setTab(tabNames.find((name) => name === value) ?? 'general')}>
        <Tabs.List ref={tabList}>
          <Tabs.Tab value="general">{t('connections.tabs.general')}</Tabs.Tab>
          {hasServices && <Tabs.Tab value="integrations">{t('connections.tabs.integrations')}</Tabs.Tab>}
          <Tabs.Tab value="messages">{t('connections.tabs.messages')}</Tabs.Tab>
          <Tabs.Tab value="chatbot">{t('connections.tabs.chatbot')}</Tabs.Tab>
          <Tabs.Tab value="rating">{t('connections.tabs.rating')}</Tabs.Tab>
          {isWebChat && <Tabs.Tab value="look">{t('connections.tabs.look')}</Tabs.Tab>}
          {hasHours && <Tabs.Tab value="hours">{t('connections.tabs.hours')}</Tabs.Tab>}
          {isWebChat && connection && <Tabs.Tab value="install">{t('connections.tabs.install')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="general" className={styles.panel}>
          <ConnectionFields
            form={form}
            queues={queues}
            canBeUnset={!connection?.isDefault}
            hasGroups={hasPhone}
            hasCalls={hasPhone}
          />
          {!isWebChat && connection && isAdmin(me) && <TokenField connection={connection} />}
          {(hasPhone || expectsHistory) && (
            <ImportFields form={form} isLinked={connection !== undefined} isOnce={expectsHistory} />
          )}
        </Tabs.Panel>
        {hasServices && (
          <Tabs.Panel value="integrations" className={styles.panel}>
            <IntegrationFields form={form} />
            <PromptField form={form} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="messages" className={styles.panel}>
          <MessageFields form={form}>
            <GreetingFileField
              stored={connection?.greetingMediaAttachment ?? null}
              file={file}
              error={fileError}
              onChange={(next) => {
                setFile(next)
                setFileError(undefined)
              }}
            />
          </MessageFields>
        </Tabs.Panel>
        <Tabs.Panel value="chatbot" className={styles.panel}>
          <ChatbotFields form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="rating" className={styles.panel}>
          <RatingFields form={form} />
        </Tabs.Panel>
        {isWebChat && (
          <Tabs.Panel value="look" className={styles.panel}>
            <WebChatLookFields form={form} />
          </Tabs.Panel>
        )}
        {hasHours && (
          <Tabs.Panel value="hours" className={styles.panel}>
            {form.isDirty('schedules') && (
              <p className={styles.lead} role="status">
                {t('connections.hoursUnsaved')}
              </p>
            )}
            <ServiceHoursField
              {...form.getInputProps('schedules')}
              value={form.values.schedules}
              isProposed={isProposed}
            />
          </Tabs.Panel>
        )}
        {isWebChat && connection && (
          <Tabs.Panel value="install" className={styles.panel}>
            <WebChatInstallation token={connection.token} isNew={isJustMade} />
          </Tabs.Panel>
        )}
      </Tabs>
    </Dialog>
  )
}

const tabNames = ['general', 'integrations', 'messages', 'chatbot', 'rating', 'look', 'hours', 'install'] as const

/** The first tab with one of these fields. */
const firstTabOf = (fields: string[]): TabName =>
  tabNames.find((name) => fields.some((field) => tabOf(field) === name)) ?? 'general'

function tabOfRefusal(error: unknown): TabName {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'ERR_NO_INTEGRATION_FOUND' || code === 'ERR_NO_PROMPT_FOUND') return 'integrations'
  return code === 'ERR_WAPP_GREETING_REQUIRED' || isRefusal(error, fileRefusals) ? 'messages' : 'general'
}

const refusals = {
  ERR_NAME_ALREADY_EXISTS: 'name',
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_NO_INTEGRATION_FOUND: 'integrationId',
  ERR_NO_PROMPT_FOUND: 'promptId',
} as const
