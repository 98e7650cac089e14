import { useState } from 'react'

import {
  Button,
  Checkbox,
  ComboBox,
  DateField,
  FieldRow,
  Form,
  FormActions,
  NumberField,
  RadioCard,
  RadioCards,
  SearchField,
  SegmentedControl,
  SelectField,
  Switch,
  TextArea,
  TextField,
  TimeField,
} from '../../../src/index.ts'
import { Grid, Specimen } from '../specimen.tsx'

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

/** What is filled in. */
export function Forms() {
  const [zone, setZone] = useState<string | null>('Asia/Dubai')
  const [range, setRange] = useState<'7' | '30' | '90'>('30')
  return (
    <Grid>
      <Specimen title="Texts">
        <Form>
          <TextField label="Name" hint="As customers know you." defaultValue="Asha Stores" />
          <TextField
            label="E-mail"
            type="email"
            defaultValue="asha@"
            error="Enter an address such as you@shop.example."
          />
          <TextArea
            label="Instructions"
            maxLength={8000}
            defaultValue="Greet the customer warmly."
          />
          <SearchField label="Search jobs" />
          <FormActions status="Saved 10:02">
            <Button variant="primary" type="submit">
              Save
            </Button>
          </FormActions>
        </Form>
      </Specimen>
      <Specimen title="Numbers, days and choices">
        <FieldRow>
          <NumberField label="Daily cap" start="₹" defaultValue={500} />
          <NumberField label="Wait" end="seconds" defaultValue={8} />
        </FieldRow>
        <FieldRow>
          <DateField label="Holiday" defaultValue="2026-12-25" />
          <TimeField label="Opens" defaultValue="09:30" />
        </FieldRow>
        <FieldRow>
          <SelectField label="Tone" defaultValue="friendly">
            <option value="friendly">Friendly</option>
            <option value="formal">Formal</option>
          </SelectField>
          <ComboBox label="Time zone" options={zones} value={zone} onChange={setZone} />
        </FieldRow>
        <SegmentedControl
          label="Range"
          value={range}
          onChange={setRange}
          options={[
            { value: '7', label: '7 days' },
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
          ]}
        />
      </Specimen>
      <Specimen title="Yes and no">
        <Checkbox label="Required" defaultChecked />
        <Checkbox label="Some of them" isMixed />
        <Checkbox label="Keep a copy" hint="It stays with you for 30 days." />
        <Switch label="Assistant replies" hint="Off: you answer everything." defaultChecked />
        <Switch label="Sound" />
      </Specimen>
      <Specimen title="Radio cards">
        <RadioCards legend="Pack">
          <RadioCard
            name="pack"
            label="1,000 messages"
            description="About two weeks at your pace"
            end="₹200"
          />
          <RadioCard
            name="pack"
            label="5,000 messages"
            description="About two months"
            end="₹900"
            defaultChecked
          />
        </RadioCards>
      </Specimen>
    </Grid>
  )
}
