-- Incidents of creations are removed by age.
create index provisioning_incidents_age on provisioning_incidents (occurred_at);
