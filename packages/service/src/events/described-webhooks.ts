// The webhooks of the API's description: one for each type of event, with a sample.
import { schemaOfFamily } from './event-families.schema.ts';
import { familyOfType, sampleEvent, sentTypes } from './sample-event.ts';

export function describedWebhooks(baseUrl: string) {
  return sentTypes.map((type) => {
    const family = familyOfType(type);
    return {
      name: type,
      summary: family.meaning,
      mediaType: 'application/cloudevents+json',
      schema: schemaOfFamily(family),
      example: sampleEvent(type, baseUrl),
    };
  });
}
