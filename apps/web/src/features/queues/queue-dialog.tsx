import type { QueueView } from '@guiche/contract'
import { Alert, Button, ColorInput, Select, Switch, Tabs, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFate } from '../../lib/live/fate.ts'
import { ApiError, causeOf } from '../../lib/api-error.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { promptChoices } from '../../lib/choices/prompt-choices.ts'
import { integrationChoices } from '../../lib/choices/integration-choices.ts'
import { hasIntegrations, hasOpenAi } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ServiceHoursField } from '../../ui/fields/service-hours-field.tsx'
import { proposedHours } from '../../ui/fields/service-hours.ts'
import { Failure } from '../../ui/states/failure.tsx'
import { useIsNarrow } from '../../ui/use-is-phone.ts'
import { useShownTab } from '../../ui/use-shown-tab.ts'
import { toast } from '../../ui/toasts/toasts.tsx'
import {
  type EditedOption,
  MenuEditor,
  type OptionErrors,
  errorsOf,
  fileListChoices,
  keyAt,
  sentOf,
  useEditedMenu,
} from './menu/index.ts'
import styles from './queue-dialog.module.css'
import { QueueRules, type QueueValues, suggestedColors, valuesOf } from './queue-values.ts'
import { useSaveQueue } from './queues.api.ts'
import { RotationFields } from './rotation-fields.tsx'
import { type Simulated, Simulator, useSimulation } from './simulator/index.ts'
import { useQueueDraft } from './use-queue-draft.ts'

interface Props {
  /** Undefined for a new queue. */
  queue?: QueueView | undefined
  others: QueueView[]
  /** Whether each queue has its own service hours (setting scheduleType). */
  hasHours: boolean
  onClose: () => void
}

export function QueueDialog({ queue, others, hasHours, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(queue, others))
  const fate = useFate('queue', {
    id: queue?.id,
    before,
    read: (event) =>
      event.action === 'delete' ? { id: event.queueId } : { id: event.queue.id, values: valuesOf(event.queue, others) },
  })
  const { isProposed, kept } = proposedHours(queue, before)
  const save = useSaveQueue(queue?.id, hasHours ? kept : before)
  const [tab, setTab] = useState<string | null>('data')
  const tabList = useShownTab(tab)
  const form = useForm({ initialValues: before, validate: rulesOf(QueueRules), ...checkedOnBlur })
  const lists = useQuery(fileListChoices)
  const me = useMe()
  const prompts = useQuery({ ...promptChoices, enabled: hasOpenAi(me) })
  const integrations = useQuery({ ...integrationChoices, enabled: hasIntegrations(me) })
  const { query: stored, menu, options, isOutdated, change, adopt } = useEditedMenu(queue?.id)
  const [errors, setErrors] = useState<ReadonlyMap<string, OptionErrors>>(new Map())
  const [open, setOpen] = useState<string>()
  const isNarrow = useIsNarrow()
  const { draft, missing } = useQueueDraft(form.values, menu, {
    showName: () => {
      setTab('data')
      form.validateField('name')
    },
    showOption: (key) => {
      setTab('menu')
      setErrors(errorsOf(menu ?? []))
      setOpen(key)
    },
  })
  const simulated = useSimulation({ queueId: queue?.id, draft, isIncomplete: missing.length > 0 })
  const simulator = <Simulator simulated={simulated} missing={missing} queueId={queue?.id} draft={draft} />

  function changeMenu(changed: EditedOption[]) {
    change(changed)
    // Errors appear when somebody saves, and go as soon as they are mended.
    if (errors.size > 0) setErrors(errorsOf(changed))
  }

  function showNew() {
    adopt()
    setErrors(new Map())
    setTab('menu')
  }

  function submit(values: QueueValues) {
    const found = errorsOf(menu ?? [])
    setErrors(found)
    if (found.size > 0) {
      setTab('menu')
      return setOpen([...found.keys()][0])
    }
    save.mutate(
      { ...values, chatbots: menu && sentOf(menu) },
      {
        onSuccess: () => {
          toast.success(t('queues.saved'))
          onClose()
        },
        onError: (error) => {
          setTab(menu && isAboutMenu(error) ? 'menu' : 'data')
          showFieldError(form, error, refusals)
        },
      },
    )
  }

  return (
    <Dialog
      title={t(queue ? 'queues.edit' : 'queues.add')}
      action={t('ui.save')}
      size={isNarrow ? 760 : 1180}
      isBusy={save.isPending}
      fate={fate}
      isDirty={form.isDirty() || menu !== undefined}
      onClose={onClose}
      onSubmit={form.onSubmit(submit, (wrong) => setTab(isOnlyAboutHours(wrong) ? 'hours' : 'data'))}
    >
      {isOutdated && !save.isPending && (
        <Alert color="yellow" role="alert">
          {t('queues.menu.changed')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={showNew}>
            {t('queues.menu.showNew')}
          </Button>
        </Alert>
      )}
      <div className={styles.columns} data-wide={!isNarrow}>
        <Tabs value={!isNarrow && tab === 'simulator' ? 'menu' : tab} onChange={setTab} keepMounted>
          <Tabs.List ref={tabList}>
            <Tabs.Tab value="data">{t('queues.tabs.data')}</Tabs.Tab>
            <Tabs.Tab value="menu">{t('queues.tabs.menu')}</Tabs.Tab>
            {hasHours && <Tabs.Tab value="hours">{t('queues.tabs.hours')}</Tabs.Tab>}
            {isNarrow && <Tabs.Tab value="simulator">{t('queues.simulator.title')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="data" className={styles.fields}>
            <TextInput data-autofocus withAsterisk label={t('queues.name')} {...form.getInputProps('name')} />
            <ColorInput
              withAsterisk
              size="sm"
              label={t('queues.color')}
              swatches={suggestedColors}
              swatchesPerRow={9}
              withEyeDropper={false}
              {...form.getInputProps('color')}
            />
            <Textarea
              className={styles.whole}
              label={t('queues.greeting')}
              autosize
              minRows={3}
              maxRows={8}
              {...form.getInputProps('greetingMessage')}
            />
            <Select
              clearable
              label={t('queues.menu.fileList')}
              placeholder={t('queues.noFileList')}
              data={(lists.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              value={form.values.fileListId === null ? null : String(form.values.fileListId)}
              onChange={(id) => form.setFieldValue('fileListId', id === null ? null : Number(id))}
            />
            {hasOpenAi(me) && (
              <Select
                clearable
                label={t('queues.prompt')}
                placeholder={t('queues.noPrompt')}
                data={(prompts.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                value={form.values.promptId === null ? null : String(form.values.promptId)}
                error={form.errors['promptId']}
                onChange={(id) => form.setFieldValue('promptId', id === null ? null : Number(id))}
              />
            )}
            {hasIntegrations(me) && (
              <Select
                clearable
                searchable
                label={t('queues.integration')}
                placeholder={t('queues.noIntegration')}
                data={(integrations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                value={form.values.integrationId === null ? null : String(form.values.integrationId)}
                error={form.errors['integrationId']}
                onChange={(id) => form.setFieldValue('integrationId', id === null ? null : Number(id))}
              />
            )}
            <Switch
              className={styles.whole}
              label={t('queues.closeTicket')}
              {...form.getInputProps('closeTicket', { type: 'checkbox' })}
            />
            <RotationFields
              isOn={form.values.ativarRoteador}
              minutes={form.values.tempoRoteador}
              onChange={form.setValues}
            />
          </Tabs.Panel>
          <Tabs.Panel value="menu">
            {stored.isError && <Failure cause={causeOf(stored.error)} onRetry={() => void stored.refetch()} />}
            {options && (
              <MenuEditor
                options={options}
                onChange={changeMenu}
                errors={errors}
                open={open}
                onOpen={setOpen}
                queueId={queue?.id}
                here={hereIn(options, simulated, queue?.id)}
              />
            )}
          </Tabs.Panel>
          {hasHours && (
            <Tabs.Panel value="hours" className={styles.hours}>
              <ServiceHoursField
                {...form.getInputProps('schedules')}
                value={form.values.schedules}
                isProposed={isProposed}
              />
              <Textarea
                label={t('queues.outOfHours')}
                autosize
                minRows={2}
                maxRows={6}
                {...form.getInputProps('outOfHoursMessage')}
              />
            </Tabs.Panel>
          )}
          {isNarrow && (
            <Tabs.Panel value="simulator">
              <div className={styles.within}>{simulator}</div>
            </Tabs.Panel>
          )}
        </Tabs>
        {!isNarrow && <div className={styles.beside}>{simulator}</div>}
      </div>
    </Dialog>
  )
}

/** Also that an option leads to a queue or a user that somebody has deleted meanwhile. */
const isAboutMenu = (error: unknown) =>
  error instanceof ApiError && /^ERR_OPTION|^ERR_NO_(OPTION|QUEUE|USER)_FOUND/.test(error.code)

const isOnlyAboutHours = (wrong: object) => Object.keys(wrong).every((field) => field === 'outOfHoursMessage')

/** The option whose level the simulated customer sees. */
function hereIn(options: EditedOption[], { inputs, result }: Simulated, queueId = 0): string | undefined {
  const step = result?.steps[inputs.length - 1]
  if (step?.place.at !== 'menu' || step.queue?.id !== queueId) return undefined
  return step.place.path.length === 0 ? 'first' : keyAt(options, step.place.path)
}

const refusals = {
  ERR_QUEUE_NAME_ALREADY_EXISTS: 'name',
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color',
  ERR_NO_PROMPT_FOUND: 'promptId',
  ERR_NO_INTEGRATION_FOUND: 'integrationId',
} as const
