// The code of the custom connector. Its connection has Basic authentication: the user name is "tenant id/key id", the password
// is the secret of the API key. The service takes access tokens only, so each action first exchanges the key for one
// (RFC 6749, section 4.4). No token is kept, so a revoked key ends within a second.
using System;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

public class Script : ScriptBase
{
    public override async Task<HttpResponseMessage> ExecuteAsync()
    {
        HttpRequestMessage request = Context.Request;
        AuthenticationHeaderValue basic = request.Headers.Authorization;
        if (basic == null || !string.Equals(basic.Scheme, "Basic", StringComparison.OrdinalIgnoreCase))
        {
            return Refusal("The connection has no user name and password.");
        }
        string credentials = Encoding.UTF8.GetString(Convert.FromBase64String(basic.Parameter ?? ""));
        int colon = credentials.IndexOf(':');
        string user = colon < 0 ? credentials : credentials.Substring(0, colon);
        int slash = user.IndexOf('/');
        if (colon < 0 || slash < 0)
        {
            return Refusal("The user name of the connection must be the tenant id, a slash and the key id.");
        }
        string tenantId = user.Substring(0, slash).Trim();
        string keyId = user.Substring(slash + 1).Trim();
        string secret = credentials.Substring(colon + 1).Trim();

        string form = "grant_type=client_credentials"
            + "&tenant_id=" + Uri.EscapeDataString(tenantId)
            + "&client_id=" + Uri.EscapeDataString(keyId)
            + "&client_secret=" + Uri.EscapeDataString(secret);
        var exchange = new HttpRequestMessage(HttpMethod.Post, new Uri(request.RequestUri, "/token"))
        {
            Content = new StringContent(form, Encoding.UTF8, "application/x-www-form-urlencoded"),
        };
        HttpResponseMessage exchanged = await Context.SendAsync(exchange, CancellationToken).ConfigureAwait(false);
        if (!exchanged.IsSuccessStatusCode) return exchanged;

        string answer = await exchanged.Content.ReadAsStringAsync().ConfigureAwait(false);
        string token = (string)JObject.Parse(answer)["access_token"];
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        return await Context.SendAsync(request, CancellationToken).ConfigureAwait(false);
    }

    private static HttpResponseMessage Refusal(string detail)
    {
        var problem = new JObject { ["code"] = "invalid_credentials", ["status"] = 401, ["detail"] = detail };
        return new HttpResponseMessage(HttpStatusCode.Unauthorized)
        {
            Content = CreateJsonContent(problem.ToString()),
        };
    }
}
