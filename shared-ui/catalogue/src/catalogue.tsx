import { Bell, Copy, MessageCircle, MoreHorizontal, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Toaster } from 'react-hot-toast'
import { MemoryRouter } from 'react-router-dom'

import * as ui from '../../src/index.ts'
import styles from './catalogue.module.css'

const { Button, Card, FieldRow, IconButton, TextField } = ui

/** Every component once. */
export function Catalogue() {
  return (
    <MemoryRouter>
      <main className={styles['main']}>
        <ui.PageHeader title="Catalogue" description="Every component, as it was chosen above." />
        <div className={styles['grid']}>
          <Pressed />
          <Filled />
          <Chosen />
          <Listed />
          <Counted />
          <Missing />
          <Floating />
        </div>
        <Tabled />
      </main>
      <Toaster position="top-right" />
    </MemoryRouter>
  )
}

interface SpecimenProps {
  title: string
  /** Side by side instead of below each other. */
  isRow?: boolean
  children: ReactNode
}

const Specimen = ({ title, isRow = false, children }: SpecimenProps) => (
  <Card title={title}>
    <div className={isRow ? styles['row'] : styles['column']}>{children}</div>
  </Card>
)

const quiet = () => undefined

const Pressed = () => (
  <Specimen title="What is pressed" isRow>
    <Button variant="primary" icon={<Plus size={16} />}>
      New job
    </Button>
    <Button>Preview</Button>
    <Button variant="quiet">Cancel</Button>
    <Button variant="danger">Delete</Button>
    <Button isBusy>Saving</Button>
    <Button disabled>Not yet</Button>
    <ui.ButtonLink to="/">Open chats</ui.ButtonLink>
    <ui.TextLink to="https://example.com">Elsewhere</ui.TextLink>
    <IconButton label="Notifications" shortcut="g n" icon={<Bell size={16} />} />
    <ui.Menu
      label="Actions for Greeter"
      trigger={<IconButton label="Actions for Greeter" icon={<MoreHorizontal size={16} />} />}
      entries={[
        { label: 'Duplicate', icon: <Copy size={16} />, shortcut: 'd', onSelect: quiet },
        'separator',
        { label: 'Delete', icon: <Trash2 size={16} />, tone: 'danger', onSelect: quiet },
      ]}
    />
  </Specimen>
)

const Filled = () => (
  <Specimen title="What is filled in">
    <ui.Form>
      <TextField label="Name" hint="As customers know you." error="Write a name." />
      <ui.TextArea label="Instructions" maxLength={8000} defaultValue="Greet them warmly." />
      <ui.SearchField label="Search jobs" />
      <FieldRow>
        <ui.NumberField label="Daily cap" start="₹" defaultValue={500} />
        <ui.DateField label="Holiday" defaultValue="2026-12-25" />
        <ui.TimeField label="Opens" defaultValue="09:30" />
      </FieldRow>
      <ui.Disclosure label="Advanced" isNeeded>
        <TextField label="Key" />
      </ui.Disclosure>
      <ui.FormActions status="Saved 10:02">
        <Button type="submit">Save</Button>
      </ui.FormActions>
    </ui.Form>
  </Specimen>
)

const zones = ['Asia/Dubai', 'Asia/Kolkata'].map((value) => ({ value, label: value }))

function Chosen() {
  const [zone, setZone] = useState<string | null>('Asia/Dubai')
  const [filter, setFilter] = useState('needs')
  const [tab, setTab] = useState('about')
  return (
    <Specimen title="What is chosen">
      <FieldRow>
        <ui.SelectField label="Tone">
          <option>Friendly</option>
        </ui.SelectField>
        <ui.ComboBox label="Time zone" options={zones} value={zone} onChange={setZone} />
      </FieldRow>
      <ui.Checkbox label="Required" hint="It is asked for until it is answered." defaultChecked />
      <ui.Switch label="Assistant replies" hint="Off: you answer everything." defaultChecked />
      <ui.RadioCards legend="Pack">
        <ui.RadioCard name="pack" label="1,000 messages" end="₹200" defaultChecked />
        <ui.RadioCard name="pack" label="5,000 messages" description="Two months" end="₹900" />
      </ui.RadioCards>
      <ui.FilterChips
        label="Chats"
        value={filter}
        onChange={setFilter}
        options={[
          { value: 'needs', label: 'Needs you', count: 3 },
          { value: 'all', label: 'All chats' },
        ]}
      />
      <ui.Tabs
        label="Parts of the job"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'about', label: 'About', content: 'What the job is for.' },
          { id: 'fields', label: 'Fields', content: 'Which answers it collects.' },
        ]}
      />
    </Specimen>
  )
}

function Listed() {
  const [names, setNames] = useState(['Ravi Kumar', 'आशा शर्मा', 'ليلى حداد'])
  const move = (from: number, to: number) =>
    setNames(names.toSpliced(from, 1).toSpliced(to, 0, names[from] ?? ''))
  return (
    <Specimen title="What is listed">
      <ui.SortableList
        label="Chats"
        items={names}
        itemKey={(name) => name}
        itemName={(name) => name}
        onMove={move}
      >
        {(name, index, handle) => (
          <ui.List label={name}>
            <ui.ListRow
              start={handle(name)}
              title={<bdi>{name}</bdi>}
              description="When do you open on Sunday?"
              end={
                <>
                  <ui.Avatar name={name} />
                  <ui.MeterRing label="Left" value={0.9 - index * 0.3} text="7 h left" />
                </>
              }
            />
          </ui.List>
        )}
      </ui.SortableList>
      <div>
        <ui.Badge tone="success">Active</ui.Badge> <ui.Badge tone="warning">Paused</ui.Badge>{' '}
        <ui.Badge tone="danger">Failed</ui.Badge> <ui.CountBadge count={3} label="3 unread" />{' '}
        <ui.Status tone="success">Connected</ui.Status>{' '}
        <ui.Chip name="Job: Booking" onRemove={quiet}>
          Job: Booking
        </ui.Chip>{' '}
        <ui.RelativeTime at={new Date(Date.UTC(2026, 10, 20))} />
      </div>
    </Specimen>
  )
}

const days = Array.from({ length: 30 }, (_, day) => day)

const link = 'https://wa.me/15550000000'

const Counted = () => (
  <Specimen title="What is counted">
    <ui.Stats>
      <ui.Stat label="Messages" value="12,480" delta={0.12} since="than last month" />
      <ui.Stat label="Balance" value="₹999.50" hint="≈ 4,997 messages" />
    </ui.Stats>
    <ui.Chart
      title="Messages by author"
      labels={days.map((day) => `Day ${day + 1}`)}
      series={[
        { name: 'Assistant', values: days.map((day) => 40 + ((day * 17) % 23)) },
        { name: 'You', values: days.map((day) => (day * 7) % 11) },
      ]}
    />
    <ui.Meter label="Credit" value={0.12} text="12% left" tone="warning" />
    <ui.Progress label="Export" value={0.4} text="40%" />
    <ui.CopyField label="Your link" value={link} />
    <ui.QrCode label="QR code of your link" text={link} />
  </Specimen>
)

const Missing = () => (
  <Specimen title="What is missing, or worth knowing">
    <ui.EmptyState title="No chats yet" description="They appear here." action={null} />
    <ui.ErrorState title="It could not be loaded" detail="Nothing is lost." onRetry={quiet} />
    <ui.Notice title="Trial ends in 7 days" />
    <ui.Notice tone="warning">This number has to be connected again.</ui.Notice>
    <ui.Notice tone="danger">The token has expired.</ui.Notice>
    <ui.ChangedElsewhere keepMine={quiet} keepTheirs={quiet} isRefused={false} />
    <ui.Skeleton label="Loading" rows={2} />
  </Specimen>
)

type Open = 'dialog' | 'sheet' | 'confirm' | 'palette' | 'shortcuts'

function Floating() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const item = { id: 'jobs', label: 'Jobs', onSelect: quiet }
  const note = <TextField label="Note" hint="Only you see this." />
  return (
    <Specimen title="What floats" isRow>
      <ui.Tooltip text="The exact words" shortcut="Ctrl D">
        <Button icon={<MessageCircle size={16} />}>Tooltip</Button>
      </ui.Tooltip>
      <ui.Popover label="Filters" trigger={<Button>Popover</Button>}>
        <TextField label="Since" type="date" />
      </ui.Popover>
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      <Button onClick={() => setOpen('confirm')}>Confirmation</Button>
      <Button onClick={() => setOpen('palette')}>Command palette</Button>
      <Button onClick={() => setOpen('shortcuts')}>Shortcut sheet</Button>
      <Button onClick={() => ui.showUndoToast({ message: 'Job deleted', onUndo: quiet })}>
        Undo toast
      </Button>
      <ui.Dialog isOpen={open === 'dialog'} onClose={close} title="Save for later">
        {note}
      </ui.Dialog>
      <ui.Sheet isOpen={open === 'sheet'} onClose={close} title="Save for later">
        {note}
      </ui.Sheet>
      <ui.ConfirmDialog
        isOpen={open === 'confirm'}
        title="Delete your account?"
        confirmLabel="Delete account"
        tone="danger"
        typedText="DELETE"
        onConfirm={close}
        onCancel={close}
      >
        This cannot be undone.
      </ui.ConfirmDialog>
      <ui.CommandPalette
        isOpen={open === 'palette'}
        onClose={close}
        groups={[{ label: 'Go to', items: [item] }]}
      />
      <ui.ShortcutSheet
        isOpen={open === 'shortcuts'}
        onClose={close}
        groups={[{ label: 'Everywhere', shortcuts: [{ keys: 'Ctrl K', label: 'Find' }] }]}
      />
    </Specimen>
  )
}

const invoices = [
  { number: 'A/26-27/0007', name: 'Asha Stores' },
  { number: 'A/26-27/0012', name: 'ليلى حداد' },
]
const columns: ui.Column<(typeof invoices)[number]>[] = [
  { id: 'number', header: 'Invoice', isSortable: true, cell: ({ number }) => number },
  { id: 'name', header: 'Customer', cell: ({ name }) => <bdi>{name}</bdi> },
]

function Tabled() {
  const [sort, setSort] = useState<ui.Sort>({ by: 'number', direction: 'descending' })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <ui.Toolbar end={<ui.ColumnChoice {...{ columns, hidden }} onChange={setHidden} />}>
        What is compared
      </ui.Toolbar>
      <ui.Table
        caption="Invoices"
        columns={columns.filter(({ id }) => !hidden.has(id))}
        rows={invoices}
        rowKey={({ number }) => number}
        sort={sort}
        onSort={setSort}
      />
    </>
  )
}
